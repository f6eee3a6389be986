// Prints the places of the nodes of an ns-2 trace by ns-3's Ns2MobilityHelper: positions
// TRACE NODES STEP END prints lines of node, time in seconds, x and y in metres, from
// time 0 to END in steps of STEP.
#include <cstdio>
#include <cstdlib>

#include "ns3/core-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/ns2-mobility-helper.h"

using namespace ns3;

static void Print(const NodeContainer& nodes)
{
    for (uint32_t i = 0; i < nodes.GetN(); i++)
    {
        auto model = nodes.Get(i)->GetObject<MobilityModel>();
        if (model)
        {
            Vector at = model->GetPosition();
            std::printf("%u\t%.3f\t%.6f\t%.6f\n", i, Simulator::Now().GetSeconds(), at.x, at.y);
        }
    }
}

int main(int argc, char** argv)
{
    if (argc != 5)
    {
        std::fprintf(stderr, "usage: positions TRACE NODES STEP END\n");
        return 2;
    }
    NodeContainer nodes(std::atoi(argv[2]));
    double step = std::atof(argv[3]);
    double end = std::atof(argv[4]);
    Ns2MobilityHelper(argv[1]).Install(nodes.Begin(), nodes.End());
    for (int i = 0; i * step <= end; i++)
    {
        Simulator::Schedule(Seconds(i * step), &Print, nodes);
    }
    Simulator::Stop(Seconds(end + step));
    Simulator::Run();
    Simulator::Destroy();
}

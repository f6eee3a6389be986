// Prints what ns-3's OLSR does on an ns-2 trace: olsr TRACE NODES SEED SECONDS prints one line:
// packets sent and delivered, transmissions of those delivered, then hellos and TC messages sent,
// each relay counted. The world and the traffic come from walkers.h.
#include <cstdio>
#include <cstdlib>

#include "ns3/olsr-helper.h"
#include "ns3/olsr-routing-protocol.h"
#include "walkers.h"

static long hello, tc;

static void OnControl(const olsr::PacketHeader&, const olsr::MessageList& messages)
{
    for (const auto& m : messages)
    {
        switch (m.GetMessageType())
        {
        case olsr::MessageHeader::HELLO_MESSAGE:
            hello++;
            break;
        case olsr::MessageHeader::TC_MESSAGE:
            tc++;
            break;
        default:
            break;
        }
    }
}

static void OnTransmit(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
{
    PortOf(packet, packet->Copy());
}

int main(int argc, char** argv)
{
    if (argc != 5)
    {
        std::fprintf(stderr, "usage: olsr TRACE NODES SEED SECONDS\n");
        return 2;
    }
    double end = std::atof(argv[4]);
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(std::atoi(argv[3]));
    NodeContainer nodes = Walkers(argv[1], std::atoi(argv[2]));
    Ipv4InterfaceContainer interfaces = Internet(nodes, Radios(nodes), OlsrHelper());
    for (uint32_t i = 0; i < nodes.GetN(); i++)
    {
        nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext("Tx", MakeCallback(&OnTransmit));
        nodes.Get(i)->GetObject<olsr::RoutingProtocol>()->TraceConnectWithoutContext("Tx", MakeCallback(&OnControl));
    }
    Talk(nodes, interfaces, end);
    Simulator::Stop(Seconds(end));
    Simulator::Run();
    Simulator::Destroy();
    std::printf("%ld\t%ld\t%ld\t%ld\t%ld\n", sent, delivered, hops, hello, tc);
}

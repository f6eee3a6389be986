// Prints what ns-3's AODV does on an ns-2 trace: routing TRACE NODES SEED SECONDS ANSWERS MENDED
// prints one line: packets sent and delivered, transmissions of those delivered, then
// transmissions of RREQ, RREP, RERR and hellos, each hop counted.
//
// The world and the traffic come from walkers.h. ANSWERS is destination or any: who may answer
// a request. AODV sends hellos and hears of unicast frames that the MAC gives up, ns-3's defaults.
//
// MENDED is no, hellos or all. With hellos, mended is what makes a node of ns-3 3.37 take a
// neighbour for gone that spoke: it puts its next hello off when it relays a request, but those
// who had the request before drop the copy before they note that its sender is alive
// (RecvRequest). After RFC 3561, §6.9, any packet is a sign of life. With all, also:
//
//   - A broadcast waits whole milliseconds from 0 to 10: of seven neighbours that relay a
//     request two often draw the same, and collide. Here it waits a fraction more.
//   - With hellos from all nodes, their numbers make every neighbour of a destination answer
//     requests for it. Here the number that a hello gave is forgotten.
//
// This needs private members, and replaces SendTo of the library: compile with
// -fno-access-control.
#include <cstdio>
#include <cstdlib>

#include "ns3/aodv-helper.h"
#include "ns3/aodv-packet.h"
#include "ns3/aodv-routing-protocol.h"
#include "walkers.h"

static long rreq, rrep, rerr, hello;

static void OnTransmit(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t interface)
{
    if (interface == 0) // loopback, where packets wait for routes
    {
        return;
    }
    Ptr<Packet> p = packet->Copy();
    uint16_t port = PortOf(packet, p);
    if (port == 0 || port == dataPort)
    {
        return;
    }
    aodv::TypeHeader type(aodv::AODVTYPE_RREQ);
    p->RemoveHeader(type);
    switch (type.Get())
    {
    case aodv::AODVTYPE_RREQ:
        rreq++;
        break;
    case aodv::AODVTYPE_RREP: {
        aodv::RrepHeader header;
        p->RemoveHeader(header);
        (header.GetDst() == header.GetOrigin() ? hello : rrep)++;
        break;
    }
    case aodv::AODVTYPE_RERR:
        rerr++;
        break;
    default:
        break;
    }
}

static bool mendHellos, mendRest;
static Ptr<UniformRandomVariable> fraction;

// Replaces the library's: it sends a message at once.
void aodv::RoutingProtocol::SendTo(Ptr<Socket> socket, Ptr<Packet> packet, Ipv4Address destination)
{
    auto send = [socket, packet, destination]() {
        socket->SendTo(packet, 0, InetSocketAddress(destination, RoutingProtocol::AODV_PORT));
    };
    if (!mendRest)
    {
        send();
        return;
    }
    Simulator::Schedule(MicroSeconds(fraction->GetInteger(0, 999)), send);
}

static Ptr<aodv::RoutingProtocol> RoutingOf(Ptr<Node> node)
{
    return DynamicCast<aodv::RoutingProtocol>(node->GetObject<Ipv4>()->GetRoutingProtocol());
}

// Forgets the number that a hello gave.
static void ForgetNumber(Ptr<aodv::RoutingProtocol> routing, Ipv4Address neighbour)
{
    aodv::RoutingTableEntry entry;
    if (routing->m_routingTable.LookupRoute(neighbour, entry) && entry.GetHop() == 1)
    {
        entry.SetValidSeqNo(false);
        routing->m_routingTable.Update(entry);
    }
}

static void OnHear(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface)
{
    Ptr<Packet> p = packet->Copy();
    Ipv4Header ip;
    UdpHeader udp;
    p->RemoveHeader(ip);
    if (interface == 0 || ip.GetProtocol() != 17)
    {
        return;
    }
    p->RemoveHeader(udp);
    if (udp.GetDestinationPort() != aodv::RoutingProtocol::AODV_PORT)
    {
        return; // of other packets the sender over this hop is not known
    }
    Ptr<aodv::RoutingProtocol> routing = RoutingOf(ipv4->GetObject<Node>());
    routing->m_nb.Update(ip.GetSource(), Time(routing->m_allowedHelloLoss * routing->m_helloInterval));
    aodv::TypeHeader type(aodv::AODVTYPE_RREQ);
    p->RemoveHeader(type);
    aodv::RrepHeader header;
    if (mendRest && type.Get() == aodv::AODVTYPE_RREP && p->RemoveHeader(header) && header.GetDst() == header.GetOrigin())
    {
        Simulator::ScheduleNow(&ForgetNumber, routing, ip.GetSource());
    }
}

int main(int argc, char** argv)
{
    if (argc != 7)
    {
        std::fprintf(stderr, "usage: routing TRACE NODES SEED SECONDS ANSWERS MENDED\n");
        return 2;
    }
    double end = std::atof(argv[4]);
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(std::atoi(argv[3]));
    mendRest = std::string(argv[6]) == "all";
    mendHellos = mendRest || std::string(argv[6]) == "hellos";
    NodeContainer nodes = Walkers(argv[1], std::atoi(argv[2]));
    NetDeviceContainer devices = Radios(nodes);

    AodvHelper aodv;
    aodv.Set("DestinationOnly", BooleanValue(std::string(argv[5]) == "destination"));
    Ipv4InterfaceContainer interfaces = Internet(nodes, devices, aodv);
    for (uint32_t i = 0; i < nodes.GetN(); i++)
    {
        auto ip = nodes.Get(i)->GetObject<Ipv4L3Protocol>();
        ip->TraceConnectWithoutContext("Tx", MakeCallback(&OnTransmit));
        if (mendHellos)
        {
            ip->TraceConnectWithoutContext("Rx", MakeCallback(&OnHear));
        }
    }
    Talk(nodes, interfaces, end);
    fraction = CreateObject<UniformRandomVariable>(); // last: each has a stream by its number
    Simulator::Stop(Seconds(end));
    Simulator::Run();
    Simulator::Destroy();
    std::printf("%ld\t%ld\t%ld\t%ld\t%ld\t%ld\t%ld\n", sent, delivered, hops, rreq, rrep, rerr, hello);
}

// The world of routing.cc and olsr.cc, and of internal/proof/crosscheck/testdata/routing.yaml: nodes
// that move as an ns-2 trace says hear each other up to 250 m, at 2 Mbit/s; frames that overlap are
// lost. Node 2k+1 sends node 2k+2 64 bytes four times a second, for k from 0 to 5, from 10 + 1.37k s
// until five seconds before the end.
#include <cstdint>
#include <map>
#include <string>

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/ns2-mobility-helper.h"
#include "ns3/wifi-module.h"

using namespace ns3;

static const uint16_t dataPort = 9;
static long sent, delivered, hops;
static std::map<uint64_t, int> transmissions; // of a packet of data

static NodeContainer Walkers(const char* trace, int n)
{
    NodeContainer named(n + 1); // the trace names them from 1
    Ns2MobilityHelper(trace).Install(named.Begin(), named.End());
    NodeContainer nodes;
    for (uint32_t i = 1; i < named.GetN(); i++)
    {
        nodes.Add(named.Get(i));
    }
    return nodes;
}

static NetDeviceContainer Radios(NodeContainer nodes)
{
    auto loss = CreateObject<RangePropagationLossModel>();
    loss->SetAttribute("MaxRange", DoubleValue(250));
    auto channel = CreateObject<YansWifiChannel>();
    channel->SetPropagationLossModel(loss);
    channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
    YansWifiPhyHelper phy;
    phy.SetChannel(channel);
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode", StringValue("DsssRate2Mbps"),
                                 "ControlMode", StringValue("DsssRate2Mbps"),
                                 "NonUnicastMode", StringValue("DsssRate2Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    return wifi.Install(phy, mac, nodes);
}

// Installs IP over a routing protocol, and gives addresses.
static Ipv4InterfaceContainer Internet(NodeContainer nodes, NetDeviceContainer devices, const Ipv4RoutingHelper& routing)
{
    InternetStackHelper internet;
    internet.SetRoutingHelper(routing);
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.0.0");
    return addresses.Assign(devices);
}

// Takes the headers of IP and UDP from a packet, counts the transmission if it is one of data, and
// returns the port that it is for; 0 if it is no UDP.
static uint16_t PortOf(Ptr<const Packet> packet, Ptr<Packet> p)
{
    Ipv4Header ip;
    UdpHeader udp;
    p->RemoveHeader(ip);
    if (ip.GetProtocol() != 17)
    {
        return 0;
    }
    p->RemoveHeader(udp);
    if (udp.GetDestinationPort() == dataPort)
    {
        transmissions[packet->GetUid()]++;
    }
    return udp.GetDestinationPort();
}

static void OnReceive(Ptr<Socket> socket)
{
    while (Ptr<Packet> p = socket->Recv())
    {
        delivered++;
        hops += transmissions[p->GetUid()];
    }
}

static void SendNext(Ptr<Socket> socket, double until)
{
    if (Simulator::Now().GetSeconds() >= until)
    {
        return;
    }
    sent++;
    socket->Send(Create<Packet>(64));
    Simulator::Schedule(MilliSeconds(250), &SendNext, socket, until);
}

static void Talk(NodeContainer nodes, const Ipv4InterfaceContainer& interfaces, double end)
{
    for (int k = 0; k < 6; k++)
    {
        auto sink = Socket::CreateSocket(nodes.Get(2 * k + 1), UdpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), dataPort));
        sink->SetRecvCallback(MakeCallback(&OnReceive));
        auto source = Socket::CreateSocket(nodes.Get(2 * k), UdpSocketFactory::GetTypeId());
        source->Connect(InetSocketAddress(interfaces.GetAddress(2 * k + 1), dataPort));
        Simulator::Schedule(Seconds(10 + 1.37 * k), &SendNext, source, end - 5);
    }
}

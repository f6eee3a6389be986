// Prints what ns-3's AODV does on an ns-2 trace: routing TRACE NODES SEED SECONDS ANSWERS
// prints one line: packets sent and delivered, transmissions of those delivered, then
// transmissions of RREQ, RREP, RERR and hellos, each hop counted.
//
// Nodes hear each other up to 250 m, at 2 Mbit/s; frames that overlap are lost. Node 2k+1
// sends node 2k+2 64 bytes four times a second, for k from 0 to 5, from 10 + 1.37k s until five
// seconds before the end. ANSWERS is destination or any: who may answer a request. AODV
// sends hellos and hears of unicast frames that the MAC gives up, ns-3's defaults.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "ns3/aodv-helper.h"
#include "ns3/aodv-packet.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/ns2-mobility-helper.h"
#include "ns3/wifi-module.h"

using namespace ns3;

static const uint16_t dataPort = 9;
static long sent, delivered, hops, rreq, rrep, rerr, hello;
static std::map<uint64_t, int> transmissions; // of a packet of data

static void OnTransmit(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t interface)
{
    if (interface == 0) // loopback, where packets wait for routes
    {
        return;
    }
    Ptr<Packet> p = packet->Copy();
    Ipv4Header ip;
    UdpHeader udp;
    p->RemoveHeader(ip);
    if (ip.GetProtocol() != 17)
    {
        return;
    }
    p->RemoveHeader(udp);
    if (udp.GetDestinationPort() == dataPort)
    {
        transmissions[packet->GetUid()]++;
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

int main(int argc, char** argv)
{
    if (argc != 6)
    {
        std::fprintf(stderr, "usage: routing TRACE NODES SEED SECONDS ANSWERS\n");
        return 2;
    }
    double end = std::atof(argv[4]);
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(std::atoi(argv[3]));
    NodeContainer named(std::atoi(argv[2]) + 1); // the trace names them from 1
    Ns2MobilityHelper(argv[1]).Install(named.Begin(), named.End());
    NodeContainer nodes;
    for (uint32_t i = 1; i < named.GetN(); i++)
    {
        nodes.Add(named.Get(i));
    }

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
    NetDeviceContainer devices = wifi.Install(phy, mac, nodes);

    AodvHelper aodv;
    aodv.Set("DestinationOnly", BooleanValue(std::string(argv[5]) == "destination"));
    InternetStackHelper internet;
    internet.SetRoutingHelper(aodv);
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.0.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    for (uint32_t i = 0; i < nodes.GetN(); i++)
    {
        nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext("Tx", MakeCallback(&OnTransmit));
    }
    for (int k = 0; k < 6; k++)
    {
        auto sink = Socket::CreateSocket(nodes.Get(2 * k + 1), UdpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), dataPort));
        sink->SetRecvCallback(MakeCallback(&OnReceive));
        auto source = Socket::CreateSocket(nodes.Get(2 * k), UdpSocketFactory::GetTypeId());
        source->Connect(InetSocketAddress(interfaces.GetAddress(2 * k + 1), dataPort));
        Simulator::Schedule(Seconds(10 + 1.37 * k), &SendNext, source, end - 5);
    }
    Simulator::Stop(Seconds(end));
    Simulator::Run();
    Simulator::Destroy();
    std::printf("%ld\t%ld\t%ld\t%ld\t%ld\t%ld\t%ld\n", sent, delivered, hops, rreq, rrep, rerr, hello);
}

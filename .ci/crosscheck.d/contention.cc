// Prints what becomes of frames of stations that contend in ns-3's 802.11b ad-hoc stack:
// lines of case, RTS or basic, then frames received a second, the share of the frames said
// that arrived, and data frames on the air for each that arrived. Data go at 2 Mbit/s, all
// else at 1 Mbit/s; WifiPhy and LogDistance have their defaults. Errors are by
// NistErrorRateModel, and preambles are not detected by a model of their own, so that a
// station that is received from -101 dBm on is sensed, and others are not.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "ns3/core-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/wifi-module.h"

using namespace ns3;

static const double seconds = 20;

struct Place
{
    double x, y;
};

struct Case
{
    const char* name;
    std::vector<Place> places;
    std::vector<int> to; // of each station; -1: it broadcasts, -2: it is silent
    int bytes;
    double period; // between two frames of a station, seconds
};

static double Part(double x)
{
    return x - std::floor(x);
}

// The m-th frame of station k. Both programs compute it alike.
static double When(int k, int m, double period)
{
    return 0.1 + (m + Part((m + 1) * (k + 1) * 0.5497004779)) * period;
}

static int onAir;

static void Transmit(Ptr<const Packet> packet, double)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    if (header.IsData())
    {
        onAir++;
    }
}

static void Run(const Case& c, bool rts, int seed)
{
    RngSeedManager::SetRun(seed);
    onAir = 0;
    NodeContainer nodes(c.places.size());
    MobilityHelper mobility;
    auto places = CreateObject<ListPositionAllocator>();
    for (const Place& p : c.places)
    {
        places->Add(Vector(p.x, p.y, 0));
    }
    mobility.SetPositionAllocator(places);
    mobility.Install(nodes);

    auto channel = CreateObject<YansWifiChannel>();
    channel->SetPropagationLossModel(CreateObject<LogDistancePropagationLossModel>());
    channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
    YansWifiPhyHelper phy;
    phy.SetChannel(channel);
    phy.SetErrorRateModel("ns3::NistErrorRateModel");
    phy.DisablePreambleDetectionModel();
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode", StringValue("DsssRate2Mbps"),
                                 "ControlMode", StringValue("DsssRate1Mbps"),
                                 "NonUnicastMode", StringValue("DsssRate1Mbps"),
                                 "RtsCtsThreshold", UintegerValue(rts ? 0 : 65535));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    NetDeviceContainer devices = wifi.Install(phy, mac, nodes);
    wifi.AssignStreams(devices, 7);
    Config::Set("/NodeList/*/DeviceList/*/$ns3::WifiNetDevice/Mac/Txop/Queue/MaxDelay", TimeValue(Seconds(1000)));
    Config::Set("/NodeList/*/DeviceList/*/$ns3::WifiNetDevice/Mac/Txop/Queue/MaxSize", QueueSizeValue(QueueSize("100000p")));
    Config::ConnectWithoutContext("/NodeList/*/DeviceList/*/$ns3::WifiNetDevice/Phy/PhyTxBegin", MakeCallback(&Transmit));

    int heard = 0, said = 0;
    for (uint32_t i = 0; i < devices.GetN(); i++)
    {
        devices.Get(i)->SetReceiveCallback([&heard](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
            heard++;
            return true;
        });
    }
    for (uint32_t k = 0; k < c.places.size(); k++)
    {
        if (c.to[k] == -2)
        {
            continue;
        }
        for (int m = 0; When(k, m, c.period) < seconds; m++)
        {
            Address to = c.to[k] == -1 ? devices.Get(k)->GetBroadcast() : devices.Get(c.to[k])->GetAddress();
            Simulator::Schedule(Seconds(When(k, m, c.period)), [&devices, &c, &said, k, to] {
                said++;
                devices.Get(k)->Send(Create<Packet>(c.bytes), to, 0x0800);
            });
        }
    }
    Simulator::Stop(Seconds(seconds));
    Simulator::Run();
    Simulator::Destroy();
    std::printf("%s\t%s\t%.2f\t%.4f\t%.4f\n", c.name, rts ? "rts" : "basic", heard / seconds, double(heard) / said, double(onAir) / heard);
}

// Around is n stations around another one, which they send to.
static Case Around(const char* name, int n)
{
    Case c{name, {{0, 0}}, {-2}, 1000, 0.005};
    for (int i = 0; i < n; i++)
    {
        c.places.push_back({10 * std::cos(2 * M_PI * i / n), 10 * std::sin(2 * M_PI * i / n)});
        c.to.push_back(0);
    }
    return c;
}

// Spread is 30 stations that broadcast, or send to the nearest.
static Case Spread(const char* name, bool unicast, double period)
{
    Case c{name, {}, {}, 500, period};
    for (int k = 0; k < 30; k++)
    {
        c.places.push_back({400 * Part((k + 1) * 0.6180339887), 400 * Part((k + 1) * 0.7548776662)});
    }
    for (int k = 0; k < 30; k++)
    {
        int nearest = -1;
        double least = 1e9;
        for (int j = 0; j < 30; j++)
        {
            double d = std::hypot(c.places[k].x - c.places[j].x, c.places[k].y - c.places[j].y);
            if (j != k && d < least)
            {
                least = d;
                nearest = j;
            }
        }
        c.to.push_back(unicast ? nearest : -1);
    }
    return c;
}

int main()
{
    std::vector<Case> cases = {
        Around("around, 1", 1),
        Around("around, 5", 5),
        Around("around, 10", 10),
        Around("around, 20", 20),
        {"hidden", {{-115, 0}, {0, 0}, {115, 0}}, {1, -2, 1}, 1000, 0.005},
        {"hidden, light load", {{-115, 0}, {0, 0}, {115, 0}}, {1, -2, 1}, 1000, 0.05},
        {"exposed", {{0, 0}, {80, 0}, {200, 0}, {280, 0}}, {-2, 0, 3, -2}, 1000, 0.005},
        Spread("spread, unicast", true, 0.1),
        Spread("spread, unicast, overload", true, 0.03),
    };
    for (const Case& c : cases)
    {
        Run(c, false, 1);
        Run(c, true, 1);
    }
    Run(Spread("spread, broadcast", false, 0.5), false, 1);
}

// Prints by how much a bit fails in ns-3's error models: lines of modulation, ratio of
// signal to noise in dB, and the chance that a frame of 1000 bits is right.
#include <cmath>
#include <cstdio>
#include <string>

#include "ns3/core-module.h"
#include "ns3/wifi-module.h"

using namespace ns3;

int main()
{
    // Standards make their modes when first asked for.
    DsssPhy::InitializeModes();
    OfdmPhy::InitializeModes();
    const struct
    {
        const char* ours;
        const char* theirs;
    } modes[] = {{"dbpsk", "DsssRate1Mbps"}, {"dqpsk", "DsssRate2Mbps"}, {"cck-5.5", "DsssRate5_5Mbps"}, {"cck-11", "DsssRate11Mbps"},
                 {"ofdm-6", "OfdmRate6Mbps"}, {"ofdm-9", "OfdmRate9Mbps"}, {"ofdm-12", "OfdmRate12Mbps"}, {"ofdm-18", "OfdmRate18Mbps"},
                 {"ofdm-24", "OfdmRate24Mbps"}, {"ofdm-36", "OfdmRate36Mbps"}, {"ofdm-48", "OfdmRate48Mbps"}, {"ofdm-54", "OfdmRate54Mbps"}};
    auto nist = CreateObject<NistErrorRateModel>();
    for (const auto& m : modes)
    {
        WifiMode mode(m.theirs);
        WifiTxVector vector;
        vector.SetMode(mode);
        vector.SetChannelWidth(20);
        vector.SetNss(1);
        for (int dB = -16; dB <= 28; dB++)
        {
            double right = nist->GetChunkSuccessRate(mode, vector, std::pow(10, dB / 10.0), 1000);
            if (right > 1e-4 && right < 1 - 1e-4)
            {
                std::printf("%s\t%d\t%.6f\n", m.ours, dB, right);
            }
        }
    }
}

// Prints the losses of ns-3's propagation models in dB, and the mean and variance of
// Nakagami's fades: lines of model, distance in metres, and value. Except for the height
// of the antennas the defaults are ns-3's.
#include <cstdio>
#include <vector>

#include "ns3/constant-position-mobility-model.h"
#include "ns3/core-module.h"
#include "ns3/propagation-loss-model.h"

using namespace ns3;

// No model changes its formula at one of these distances. Two-ray changes it between 485
// and 486 m.
static const std::vector<double> distances = {0.4, 1.5, 3, 10, 25, 60, 90, 150, 250, 485, 486, 700, 1000, 5000};
static const int frames = 400000; // the standard error of a variance is then 0.005

class Field
{
  public:
    Field()
    {
        from->SetPosition(Vector(0, 0, 0));
    }

    double Receive(Ptr<PropagationLossModel> model, double distance)
    {
        to->SetPosition(Vector(distance, 0, 0));
        return model->CalcRxPower(0, from, to);
    }

  private:
    Ptr<ConstantPositionMobilityModel> from = CreateObject<ConstantPositionMobilityModel>();
    Ptr<ConstantPositionMobilityModel> to = CreateObject<ConstantPositionMobilityModel>();
};

static void Losses(Field& field, const char* name, Ptr<PropagationLossModel> model)
{
    for (double distance : distances)
    {
        std::printf("%s\t%g\t%.9f\n", name, distance, -field.Receive(model, distance));
    }
}

static void Fades(Field& field)
{
    auto model = CreateObject<NakagamiPropagationLossModel>();
    model->AssignStreams(1);
    for (double distance : distances)
    {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < frames; i++)
        {
            double power = std::pow(10, field.Receive(model, distance) / 10);
            sum += power;
            squares += power * power;
        }
        double mean = sum / frames;
        std::printf("nakagami-mean\t%g\t%.9f\n", distance, mean);
        std::printf("nakagami-variance\t%g\t%.9f\n", distance, squares / frames - mean * mean);
    }
}

int main()
{
    Field field;
    auto twoRay = CreateObject<TwoRayGroundPropagationLossModel>();
    twoRay->SetHeightAboveZ(1.5);
    Losses(field, "friis", CreateObject<FriisPropagationLossModel>());
    Losses(field, "log-distance", CreateObject<LogDistancePropagationLossModel>());
    Losses(field, "two-ray", twoRay);
    Losses(field, "three-log-distance", CreateObject<ThreeLogDistancePropagationLossModel>());
    Fades(field);
}

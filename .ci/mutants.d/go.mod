module bellwether/ci/mutants

go 1.26

// The worker in which the program runs, behind Go's own wasm_exec.js: it is not a module and
// imports nothing.
self.onmessage = async ({ data }) => {
  if (data.id === 0) {
    self.bellwetherWorld = data.world;
    self.bellwetherReady = (wrong) => self.postMessage({ id: 0, wrong });
    try {
      const go = new Go();
      const { instance } = await WebAssembly.instantiate(data.program, go.importObject);
      go.run(instance);
    } catch (error) {
      self.bellwetherReady(String(error));
    }
    return;
  }
  self.bellwetherAsk(data.method, data.path, data.body, (code, packed, bytes) => self.postMessage({ id: data.id, code, packed, bytes }));
};

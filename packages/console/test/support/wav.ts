/** A mono WAV of 16 bit and 8 kHz with a tone that swells and fades, so that its waveform has a shape. */
export function wav(seconds: number): Buffer<ArrayBuffer> {
  const rate = 8_000;
  const count = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(count * 2, 40);
  for (let index = 0; index < count; index += 1) {
    const time = index / rate;
    const swell = 0.15 + 0.85 * Math.abs(Math.sin(time * 0.9) * Math.sin(time * 0.13));
    bytes.writeInt16LE(Math.round(Math.sin(time * 2 * Math.PI * 220) * swell * 12_000), 44 + index * 2);
  }
  return bytes;
}

/** Writes sound as WAV: one channel, 16 bit. */

const headerBytes = 44;
const bytesPerSample = 2;

/** @param samples from −1 to 1 */
export function wavOf(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const dataBytes = samples.length * bytesPerSample;
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  const text = (offset: number, value: string) => {
    for (const [index, character] of [...value].entries()) view.setUint8(offset + index, character.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  samples.forEach((sample, index) => {
    view.setInt16(headerBytes + index * bytesPerSample, Math.max(-1, Math.min(1, sample)) * 0x7fff, true);
  });
  return view.buffer;
}

import { generate } from "selfsigned";

/** A certificate that signs itself, and its key, in PEM. */
export async function selfSigned(): Promise<{ cert: string; key: string }> {
  const subjectAltName = {
    name: "subjectAltName" as const,
    altNames: [
      { type: 2 as const, value: "localhost" },
      { type: 7 as const, ip: "127.0.0.1" },
    ],
  };
  const options = { keyType: "ec" as const, extensions: [subjectAltName] };
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], options);
  return { cert, key };
}

/** A certificate that nobody has signed, made anew for each run: no key lies in the repository. */
import { createSign, generateKeyPairSync } from "node:crypto";

/** ASN.1's types; the last two are the optional fields of a certificate. */
const asn1 = {
  integer: 0x02,
  bitString: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  ipAddress: 0x87,
  version: 0xa0,
  extensions: 0xa3,
};
const oids = { ecdsaWithSha256: "2a8648ce3d040302", commonName: "550403", subjectAltName: "551d11" };

/** A private key and a certificate for 127.0.0.1, valid from 2020 to 2049. @see RFC 5280, section 4.1 */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(asn1.sequence, oid(oids.ecdsaWithSha256));
  const commonName = der(asn1.sequence, oid(oids.commonName), der(asn1.utf8, Buffer.from("127.0.0.1")));
  const name = der(asn1.sequence, der(asn1.set, commonName));
  const address = der(asn1.sequence, der(asn1.ipAddress, Buffer.from([127, 0, 0, 1])));
  const extension = der(asn1.sequence, oid(oids.subjectAltName), der(asn1.octets, address));
  const toBeSigned = der(
    asn1.sequence,
    der(asn1.version, integer(2)),
    integer(1),
    algorithm,
    name,
    der(asn1.sequence, utcTime("200101000000Z"), utcTime("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(asn1.extensions, der(asn1.sequence, extension)),
  );
  const signature = createSign("sha256").update(toBeSigned).sign(privateKey);
  const certificate = der(asn1.sequence, toBeSigned, algorithm, der(asn1.bitString, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  const cert = ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
  return { key: String(privateKey.export({ type: "pkcs8", format: "pem" })), cert };
}

const oid = (hex: string) => der(asn1.oid, Buffer.from(hex, "hex"));
const integer = (value: number) => der(asn1.integer, Buffer.from([value]));
const utcTime = (text: string) => der(asn1.utcTime, Buffer.from(text));

/** One value in ASN.1's binary form: type, length, content. */
function der(type: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([type, ...lengthBytes]), content]);
}

import { fromBase64, toBase64Url } from './ids.ts';

/** The place that a sealed value is bound to; copied elsewhere, it does not open. */
export type Place = { tenantId: string; table: string; rowId: string; column: string };

type Ring = { current: string; keys: Record<string, string> };
const imported = new Map<string, Promise<CryptoKey>>();

function getKey(ring: Ring, kid: string): Promise<CryptoKey> {
  const secret = ring.keys[kid];
  if (!secret) throw new Error(`no seal key ${kid}`);
  const known = imported.get(secret) ?? crypto.subtle.importKey('raw', fromBase64(secret), 'AES-GCM', false, ['encrypt', 'decrypt']);
  imported.set(secret, known);
  return known;
}

const aad = (place: Place) => new TextEncoder().encode(`${place.tenantId}|${place.table}|${place.rowId}|${place.column}`);

/** Seals and opens secrets at rest: AES-GCM under a ring of keys, bound to the place (ARCHITECTURE "Secrets at rest"). */
export function sealer(sealKeys: string) {
  const ring = JSON.parse(sealKeys) as Ring; // because the boot check has parsed its shape
  return {
    async seal(text: string, place: Place): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const key = await getKey(ring, ring.current);
      const sealed = new Uint8Array(
        await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aad(place) }, key, new TextEncoder().encode(text)),
      );
      return `${ring.current}.${toBase64Url(iv)}.${toBase64Url(sealed)}`;
    },
    async open(sealed: string, place: Place): Promise<string> {
      const [kid = '', iv = '', body = ''] = sealed.split('.');
      const key = await getKey(ring, kid);
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv), additionalData: aad(place) }, key, fromBase64(body));
      return new TextDecoder().decode(plain);
    },
  };
}
export type Sealer = ReturnType<typeof sealer>;

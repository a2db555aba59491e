import { getSamlResponse } from 'samlp';
import type { Keys, Person } from './people.ts';
import type { PortalApp } from './portal-app.ts';

/** Which parts of a response are signed, and whether its assertion is encrypted. */
export const variants = ['assertion', 'response', 'encrypted'] as const;
type Variant = (typeof variants)[number];

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

type Asked = { issuer: string; keys: Keys; variant: Variant; inResponseTo: string | null; sessionIndex: string };

/** A provider's response, made with samlp, a library that the portal doesn't use. */
export function answerFor(person: Person, app: PortalApp, { issuer, keys, variant, inResponseTo, sessionIndex }: Asked): Promise<string> {
  const { email, name, department, title, groups } = person;
  const options = {
    ...{ issuer, audience: app.entityId, recipient: app.acs, destination: app.acs, ...(inResponseTo && { inResponseTo }) },
    ...{ key: keys.privateKey, cert: keys.certificate, signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256' },
    ...{ sessionIndex, lifetimeInSeconds: 300, signAssertion: variant !== 'response', signResponse: variant === 'response' },
    ...(variant === 'encrypted' && { encryptionCert: app.certificate, encryptionPublicKey: app.publicKey }),
    profileMapper: () => ({
      getClaims: () => ({ [`${claims}/emailaddress`]: email, displayName: name, department, title, groups }),
      getNameIdentifier: () => ({
        nameIdentifier: person.key,
        nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      }),
    }),
  };
  return new Promise((resolve, reject) =>
    getSamlResponse(options, { id: person.key }, (error, answer) => (error ? reject(error) : resolve(answer.toString()))),
  );
}

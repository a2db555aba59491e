import { isKey, toBytes } from '../identities/key.ts';
import { cut } from '../text/cut.ts';
import { getKey } from './attributes.ts';
import { maxAgeMs, skewMs } from './limits.ts';

/** The checks of a provider's response, in this order; each has its text in i18n (saml.check.*). */
export const checkNames = [
  'document',
  'algorithms',
  'status',
  'destination',
  'signature',
  'issuer',
  'assertion',
  'version',
  'authn',
  'recipient',
  'request',
  'audience',
  'conditions',
  'time',
  'replay',
  'subject',
  'email',
] as const;
type CheckName = (typeof checkNames)[number];
export type Check = { name: CheckName; ok: boolean /** What was expected and what came, as the document says it. */; detail: string };

export type Confirmation = {
  method: string;
  recipient: string | null;
  inResponseTo: string | null;
  notBefore: string | null;
  notOnOrAfter: string | null;
};
/** What the signed part of a response says. */
export type Assertion = {
  id: string;
  version: string | null;
  issuer: string;
  issuedAt: string;
  nameId: { value: string; format: string };
  /** How many authentication statements it contains. */
  signIns: number;
  sessionIndex: string | null;
  /** Until when the provider's own session lives, as each authentication statement says. */
  sessionEnds: string[];
  confirmations: Confirmation[];
  audiences: string[][];
  /** Conditions the portal doesn't know, by name: it can't evaluate them. */
  strangeConditions: string[];
  notBefore: string | null;
  notOnOrAfter: string | null;
  attributes: Record<string, string[]>;
};
/** The envelope; signed or not, it may not contradict the assertion. */
export type Envelope = {
  version: string | null;
  /** If it is signed as a whole, it must name its audience. */
  signed: boolean;
  destination: string | null;
  issuer: string | null;
  inResponseTo: string | null;
  status: string;
  statusMessage: string;
};

export type Expected = { acs: string; entityId: string; issuer: string; now: number; idpInitiated: boolean };

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const at = (text: string | null): number => (text && instant.test(text) ? Date.parse(text) : Number.NaN);
const notYet = (text: string | null, now: number) => text !== null && !(at(text) <= now + skewMs);
const over = (text: string | null, now: number) => text !== null && !(at(text) > now - skewMs);

const said = (expected: string, came: string | null) => `${came ?? '—'} ≠ ${expected}`;

export const statusCheck = (envelope: Envelope): Check => ({
  name: 'status',
  ok: envelope.status === success,
  detail: [envelope.status, envelope.statusMessage].filter(Boolean).join(' — ') || '—',
});

/**
 * The Destination of the envelope. A signed envelope must have one (SAML bindings 3.5.5.2); otherwise the signed recipient decides, and
 * this one must only not contradict it.
 */
export const destinationCheck = (envelope: Envelope, { acs }: Pick<Expected, 'acs'>): Check => ({
  name: 'destination',
  ok: envelope.destination === acs || (!envelope.signed && !envelope.destination),
  detail: envelope.destination === acs || (!envelope.signed && !envelope.destination) ? acs : said(acs, envelope.destination || null),
});

/** The rules for a response with a valid signature (SAML profiles 4.1.4.3), each separate so that a test page can say which one failed. */
export function assertionChecks(
  assertion: Assertion,
  envelope: Envelope,
  expected: Expected,
  map: { subject?: string | undefined },
): Check[] {
  const { acs, entityId, issuer, now } = expected;
  const issuers = [assertion.issuer, ...(envelope.issuer === null ? [] : [envelope.issuer])];
  const bearers = assertion.confirmations.filter(({ method }) => method === bearer);
  const forUs = bearers.filter(({ recipient }) => recipient === acs);
  const timely = forUs.filter(({ notBefore, notOnOrAfter }) => notBefore === null && notOnOrAfter !== null && !over(notOnOrAfter, now));
  const asked = signedRequest(assertion, expected);
  const isAnswered = asked === envelope.inResponseTo && forUs.every(({ inResponseTo }) => inResponseTo === asked);
  const audienceFits = assertion.audiences.length > 0 && assertion.audiences.every((audiences) => audiences.includes(entityId));
  const age = at(assertion.issuedAt);
  const inTime =
    timely.length > 0 &&
    !notYet(assertion.notBefore, now) &&
    !over(assertion.notOnOrAfter, now) &&
    !assertion.sessionEnds.some((end) => over(end, now)) &&
    age <= now + skewMs &&
    age > now - maxAgeMs - skewMs;
  const versions = [envelope.version, assertion.version];
  const lasting = Boolean(map.subject?.trim()) || assertion.nameId.format !== transient;
  const key = getKey(assertion.attributes, assertion.nameId, map);
  const ends = [...forUs.map(({ notOnOrAfter }) => notOnOrAfter), ...assertion.sessionEnds];
  const times = [assertion.issuedAt, assertion.notBefore, assertion.notOnOrAfter, ...ends];
  return [
    {
      name: 'version',
      ok: versions.every((version) => version === '2.0'),
      detail: versions.map((version) => version || '—').join(' · '),
    },
    { name: 'authn', ok: assertion.signIns > 0, detail: `${assertion.signIns}` },
    {
      name: 'issuer',
      ok: issuers.every((each) => each === issuer),
      detail: issuers.every((each) => each === issuer) ? issuer : said(issuer, issuers.find((each) => each !== issuer) ?? null),
    },
    { name: 'recipient', ok: forUs.length > 0, detail: forUs.length > 0 ? acs : said(acs, bearers[0]?.recipient ?? null) },
    {
      name: 'request',
      ok: isAnswered && (asked !== null || expected.idpInitiated),
      detail: asked ?? (isAnswered ? '—' : said('—', envelope.inResponseTo)),
    },
    {
      name: 'audience',
      ok: audienceFits,
      detail: audienceFits ? entityId : said(entityId, assertion.audiences.flat().join(', ') || null),
    },
    // SAML core 2.5.1.1: a condition that is not understood makes the validity undetermined, and such an assertion is refused.
    {
      name: 'conditions',
      ok: assertion.strangeConditions.length === 0,
      detail: cut(assertion.strangeConditions.join(', '), 300) || '—',
    },
    { name: 'time', ok: inTime, detail: `${times.filter(Boolean).join(' · ')} (${new Date(now).toISOString()})` },
    {
      name: 'subject',
      ok: lasting && [key, assertion.nameId.value].every(isKey),
      detail: `${JSON.stringify(cut(key, 300))} (${[assertion.nameId.format.split(':').at(-1), `${toBytes(key)} B`].filter(Boolean).join(', ')})`,
    },
  ];
}

/** The request that the signed part says it answers; null for an unsolicited response. */
export const signedRequest = (assertion: Assertion, { acs }: Pick<Expected, 'acs'>): string | null =>
  assertion.confirmations.find(({ method, recipient }) => method === bearer && recipient === acs)?.inResponseTo ?? null;

/** When the session here ends at the latest: at the earliest end of the provider's own session; null where it names none. */
export function sessionEnd(assertion: Assertion, now: number): number | null {
  const end = Math.min(...assertion.sessionEnds.map(at));
  // Too far away to be meaningful, and beyond what a database accepts as a date.
  if (!Number.isFinite(end) || end > now + 365 * 86_400_000) return null;
  // A response accepted only because of clock skew expires by the later clock.
  return end > now ? end : end + skewMs;
}

/** For how many seconds from now this assertion could be replayed. */
export function replaySeconds(assertion: Assertion, now: number): number {
  const ends = [assertion.notOnOrAfter, ...assertion.confirmations.map(({ notOnOrAfter }) => notOnOrAfter)].map(at).filter(Number.isFinite);
  const until = Math.min(Math.max(...ends, now), at(assertion.issuedAt) + maxAgeMs);
  return Math.ceil((until - now + 2 * skewMs) / 1000);
}

import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { factorLinkPath, linkHours, passwordPath } from '../../../domain/accounts/links.ts';
import { linkHost } from '../../../domain/accounts/mail-route.ts';
import { isReachable } from '../../../domain/mail/reachable.ts';
import { agentWords } from '../../../domain/session/agent.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { digestOfCode, mailCodeHash, newMailedCode } from '../../services/mailed-code.ts';
import type { Delivery } from './delivery.ts';
import { type AskedAccount, type DueMail, type DueRow, toReader } from './due-mail.ts';

/** Effects whose mail concerns an account. The text and the link are created at delivery and are not stored before. */
export const isAccountEffect = (effect: string): boolean => effect.startsWith('account.');

/** `federated`: signs in through a provider, has no account and was never invited. */
const readReader = raw('mail.account_reader', {
  user_id: 'uuid',
  name: 'text',
  email: 'text',
  language: typed<Language | null>('text?'),
  accepted: 'bool',
  owned: 'bool',
  federated: 'bool',
  hosts: 'text[]',
  platform_hosts: 'text[]',
});
type Person = Awaited<ReturnType<typeof readReader>>['rows'][number];
/** The tenant's sign-in methods: whether passwords are on, and the names of its providers. */
const readWays = raw('mail.ways_told', { passwords: 'bool', names: 'text[]' });
type Told = Awaited<ReturnType<typeof readWays>>['rows'][number];
const makeLink = raw('mail.account_link', { made: 'bool' });
const keepLinkCode = raw('mail.link_code', { kept: 'bool' });
const keepCode = raw('mail.account_code', { made: 'bool' });
const getTexts = (list: string) => sql.raw(`array(select jsonb_array_elements_text(${list}))`);

type Purpose =
  | 'invite'
  | 'reset'
  | 'changed'
  | 'device'
  | 'guessed'
  | 'ways'
  | 'provider'
  | 'factor'
  | 'code'
  | 'lost'
  | 'waiting'
  | 'link_code';
type Way = { purpose: Purpose; logged: DueMail['kind'] };

/** Effects that mean the same for every user. */
const plain = {
  'account.device': { purpose: 'device', logged: 'account_device' },
  'account.guessed': { purpose: 'guessed', logged: 'account_guessed' },
  'account.factor': { purpose: 'factor', logged: 'account_factor' },
  'account.code': { purpose: 'code', logged: 'account_code' },
  'account.lost': { purpose: 'lost', logged: 'account_lost' },
  'account.waiting': { purpose: 'waiting', logged: 'account_waiting' },
} as const satisfies Record<string, Way>;
const isPlain = (effect: string): effect is keyof typeof plain => Object.hasOwn(plain, effect);

/**
 * What is sent, and as what it appears in the tenant's mail log. Before acceptance it is always logged as an invitation, because the log
 * must not reveal to the inviter whether the person already has an account.
 */
function getWay(effect: string, { accepted, owned, federated }: Person): Way | null {
  if (isPlain(effect)) return plain[effect];
  if (effect === 'account.link_code') return accepted ? null : { purpose: 'link_code', logged: 'account_link_code' };
  if (effect === 'account.changed') return accepted ? { purpose: 'changed', logged: 'account_changed' } : null;
  if (effect === 'account.invite') return accepted ? null : { purpose: 'invite', logged: 'account_invite' };
  if (accepted) return { purpose: 'reset', logged: 'account_reset' };
  if (effect !== 'account.forgot') return null;
  // A federated user is controlled by the provider; the forgot-password form alone gives them no password (BEHAVIOUR 17).
  if (federated) return { purpose: 'provider', logged: 'account_ways' };
  return { purpose: owned ? 'reset' : 'invite', logged: 'account_invite' };
}

/** With passwords off, no mail may lead to setting one; it says how to sign in instead. */
const wayAsTold = (way: Way, { passwords }: Told): Way =>
  !passwords && (way.purpose === 'invite' || way.purpose === 'reset') ? { purpose: 'ways', logged: 'account_ways' } : way;

/** The links in mails: purpose, path and lifetime. */
const links: Partial<Record<Purpose, { token: string; path: (token: string) => string; hours: number }>> = {
  invite: { token: 'account.invite', path: passwordPath, hours: linkHours.invite },
  reset: { token: 'account.reset', path: passwordPath, hours: linkHours.reset },
  factor: { token: 'account.undo', path: factorLinkPath, hours: linkHours.undo },
  lost: { token: 'account.lost', path: factorLinkPath, hours: linkHours.lost },
  waiting: { token: 'account.keep', path: factorLinkPath, hours: linkHours.keep },
};

/** The links of mails without a secret. */
const open: Partial<Record<Purpose, string>> = {
  device: '/?account=sessions',
  guessed: '/?account=security',
  changed: '/forgot',
  link_code: '/signin',
};

/** The time, device and address of a sign-in (from an unknown browser, or unsuccessful) or of a change of factors. */
const askedVars = (asked: AskedAccount | null, email: string, language: Language) => ({
  email,
  at: new Date(asked?.at ?? 0).toISOString(),
  address: asked?.address ?? '–',
  device: agentWords(asked?.agent ?? '', language),
  what: asked?.what,
  name: asked?.name ?? '',
});

const waysVars = ({ names }: Told, email: string, language: Language) => ({
  email,
  ways: new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
});

/** The account mail that a row asks for, with a new link or code if it needs one; null if it is obsolete or has no recipient. */
export async function accountMail({ database, env, now }: Delivery, row: DueRow): Promise<DueMail | null> {
  if (row.mailState !== null && row.mailState !== 'queued') return null;
  const { asked } = row;
  const account = asked?.account ?? null;
  const [found, ways] = await database.withJob(row.tenantId, (db) => [
    readReader(
      db,
      sql`select user_id, name, email, language, accepted, owned, federated, ${getTexts('hosts')} as hosts,
          ${getTexts('platform_hosts')} as platform_hosts
        from app.account_reader(${row.askedUser}::uuid, ${row.askedEmail}, ${account}::uuid)`,
    ),
    readWays(
      db,
      sql`select (w.told->>'passwords')::boolean as passwords, ${getTexts("w.told->'names'")} as names from app.ways_told() w (told)`,
    ),
  ]);
  const [person] = found.rows;
  const told = ways.rows[0] ?? { passwords: true, names: [] };
  const way = person && getWay(row.effect, person);
  if (!person || !way || !isReachable(person.email)) return null;
  const { email } = person;
  const { purpose, logged } = wayAsTold(way, told);
  const [main] = person.hosts;
  // Sign-in instructions are no secret, so they may come from the tenant's server and lead to the tenant's host.
  const tells = purpose === 'ways' || purpose === 'provider';
  const host = tells && main ? main : linkHost(person.hosts, person.platform_hosts, env.PRODUCT_HOST);
  const reader = toReader({ ...row, name: person.name, language: person.language });
  const { language } = reader.reader;
  const linked = links[purpose];
  let link = tells ? `/signin?email=${encodeURIComponent(email)}` : (open[purpose] ?? null);
  let vars: DueMail['vars'] = tells
    ? waysVars(told, email, language)
    : isPlain(row.effect)
      ? askedVars(asked, email, language)
      : { email, at: new Date(now()).toISOString() };
  if (linked) {
    const token = newSecret();
    const hash = await getHash(token);
    const body = JSON.stringify({ account, change: asked?.change });
    const [{ rows }] = await database.withJob(row.tenantId, (db) => [
      makeLink(
        db,
        sql`select app.account_link(${person.user_id}::uuid, ${linked.token}, ${hash}::bytea, ${host}, ${email},
          make_interval(hours => ${linked.hours}::int), ${body}::jsonb) as made`,
      ),
    ]);
    if (!rows[0]?.made) return null;
    link = linked.path(token);
    if (!asked?.at) vars = { ...vars, at: new Date(now() + linked.hours * 3_600_000).toISOString() };
  }
  if (purpose === 'invite') vars = { ...vars, administers: row.profile === 'admin' || row.profile === 'master' };
  if (purpose === 'link_code') {
    const code = newMailedCode();
    const digest = asked?.ticket && (await digestOfCode(`\\x${asked.ticket}`, code));
    const [{ rows }] = await database.withJob(row.tenantId, (db) => [
      keepLinkCode(db, sql`select app.link_code(${person.user_id}::uuid, decode(${asked?.ticket ?? ''}, 'hex'), ${digest}) as kept`),
    ]);
    if (!rows[0]?.kept) return null;
    vars = { ...vars, code };
  }
  if (purpose === 'code') {
    if (!account) return null;
    const code = newMailedCode();
    const hash = await mailCodeHash(account, code);
    const [{ rows }] = await database.withJob(row.tenantId, (db) => [
      keepCode(db, sql`select app.account_code(${person.user_id}::uuid, ${account}::uuid, ${hash}::bytea) as made`),
    ]);
    if (!rows[0]?.made) return null;
    vars = { ...vars, code };
  }
  return {
    id: row.id,
    tenantId: row.tenantId,
    userId: person.user_id,
    kind: `account_${purpose}`,
    logged,
    vars,
    link,
    attachment: null,
    email,
    ...reader,
    house: { ...reader.house, origin: getOrigin(host, env) },
    // Mail about the account, or with a secret link, never passes through a tenant's server.
    server: tells ? row.server : null,
    attempts: row.attempts,
  };
}

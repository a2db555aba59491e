import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { enterCompany } from '../../../domain/companies/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getHash, newId } from '../../services/ids.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { actAsAnswer } from '../remote-access/index.ts';
import { admit, type Entrant, getDevice, mustChange, newProof, type PasswordAge } from '../session/index.ts';

const visitRows = raw('companies.arrive_partner', { visiting: 'bool' });
const arrivedRows = raw('companies.arrive', {
  email: 'text',
  user_id: 'uuid',
  status: 'text',
  rights: 'int8',
  profile: 'text',
  flags: 'text[]',
  name: 'text',
  language: 'text?',
  department: 'text?',
  position: 'text?',
  tenant_status: 'text',
  trial_over: 'bool',
  maintained: 'bool',
  settings: 'jsonb?',
  hidden: 'text[]',
  ip_exempt: 'bool',
  access_hours: 'jsonb?',
  browser_known: 'bool',
  passwords: 'bool',
  typed: 'bool?',
  must_change: 'bool?',
  password_at: 'timestamptz?',
  rules: 'jsonb?',
});
type Arrived = Omit<Entrant, 'account_id'> & Partial<PasswordAge> & { browser_known: boolean; passwords: boolean; typed: boolean | null };

/** Trip 1 uses the token and reads its user, trip 2 starts the session. Refusals are worded like those of a sign-in. */
export const arriveAtCompany = bind(enterCompany, async ({ token }, ctx) => {
  const hash = await getHash(token);
  const sid = newId(ctx.clock.now());
  const device = await getDevice(ctx);
  const proof = await newProof();
  // A ticket is either for a user's own unit or for a partner's visit; each is accepted by its own rule only.
  const [people, visits] = await ctx.database.withDoor((db) => [
    arrivedRows(db, sql`select * from app.arrive(${ctx.tenant.id}::uuid, ${hash}::bytea, ${ctx.host}, ${device}::bytea, ${proof}::bytea)`),
    visitRows(
      db,
      sql`select app.partner_arrive(${ctx.tenant.id}::uuid, ${hash}::bytea, ${ctx.host}, ${sid}::uuid,
        ${ctx.address}, ${ctx.requestId}) as visiting`,
    ),
  ]);
  if (visits.rows[0]?.visiting) {
    wakeTenantOutbox(ctx, ctx.tenant.id);
    return actAsAnswer(ctx, sid);
  }
  const [who] = people.rows as Arrived[]; // because settings, hours and rules are JSON
  if (!who) throw new AppError('link_used');
  // Passwords were switched off within the last minute, so this unit's own sign-in method is required.
  if (!who.passwords) throw new AppError('passwords_off');
  const { typed, must_change, password_at, rules } = who;
  // The age of a password typed elsewhere counts here too. A session that sent the user without one has already checked its age.
  const change =
    typed === true && must_change !== undefined && !!password_at && !!rules && mustChange({ must_change, password_at, rules }, ctx);
  return admit(ctx, { ...who, account_id: null }, { proof, known: who.browser_known, authType: 'company', change });
});

import { type SQL, sql } from 'drizzle-orm';
import type { Facts } from '../../../db/audited.ts';
import type { UserFlag } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { BulkAction } from '../../../domain/users/change-contract.ts';
import { flagsFor, profilesIn } from '../../../domain/users/person.ts';
import { type StatusAction, stops, transitions } from '../../../domain/users/transitions.ts';
import type { SessionContext } from '../../request/context.ts';
import { refuseGiving } from '../../request/refuse-giving.ts';
import { nowhere } from '../../services/mail/nowhere.ts';
import { refusePast } from './person-input.ts';
import { bringBack, removal } from './removal.ts';
import { statusChange, statusColumns } from './set-status.ts';
import { getAudit, inviteAll, textArray } from './write-parts.ts';

export type BulkWish = {
  action: BulkAction;
  userGroupId?: string | undefined;
  expiresAt?: string | null | undefined;
  flag?: UserFlag | undefined;
  on?: boolean | undefined;
  reason: string;
};
export type Effect = {
  /** CTEs over `target`, the selected users; the last but the audit is `changed`, with `id`. */
  writes: SQL;
  /** Why a user x of `target` is refused; null where all are accepted. */
  refused: SQL | null;
  /** Something that the effect names must exist. */
  needs?: SQL;
};

const me = sql`(select app.user_id())`;
const required = (name: string) => new AppError('required', { name }, { field: name });
const audited = (ctx: SessionContext, action: BulkAction, facts: Facts) => getAudit(ctx, `user.${action}`, facts, sql`changed x`);

/** The effect of one action on all users of `target` at once. */
export function getEffect(wish: BulkWish, ctx: SessionContext): Effect {
  const { action } = wish;
  switch (action) {
    case 'addToGroup':
    case 'removeFromGroup':
      return membership(action, wish.userGroupId, ctx);
    case 'setExpiry':
      return expiry(wish.expiresAt, ctx);
    case 'setFlag':
      return flagged(wish.flag, wish.on, ctx);
    case 'invite':
      return invited(ctx);
    case 'remove':
      return {
        writes: removal(sql`(select x.id from target x where x.id <> ${me})`, ctx),
        refused: sql`case when x.id = ${me} then 'own_person' end`,
      };
    case 'restore': {
      const taken = sql`exists (select from users o where o.email = x.email and o.deleted_at is null)`;
      return {
        writes: bringBack(sql`(select x.id, x.preferences from target x where not ${taken})`, ctx),
        refused: sql`case when ${taken} then 'email_taken' end`,
      };
    }
    default:
      return status(action, wish.reason, ctx);
  }
}

function status(action: StatusAction, reason: string, ctx: SessionContext): Effect {
  const { from, to } = transitions[action];
  const notSelf = stops(action) ? sql`t.id <> ${me}` : sql`true`;
  return {
    writes: sql`changed as (update users t set ${statusColumns(to, reason)} from target p
        where t.id = p.id and t.deleted_at is null and t.status = any (${textArray(from)}) and ${notSelf} returning t.id, p.status as before),
      ${getAudit(ctx, `user.${action}`, statusChange(sql`x.before`, sql`${to}::text`, reason), sql`changed x`)}`,
    refused: stops(action) ? sql`case when x.id = ${me} then 'own_person' end` : null,
  };
}

function membership(action: 'addToGroup' | 'removeFromGroup', groupId: string | undefined, ctx: SessionContext): Effect {
  if (!groupId) throw required('userGroupId');
  const write =
    action === 'addToGroup'
      ? sql`insert into user_group_members (user_group_id, user_id) select ${groupId}::uuid, p.id from target p
          on conflict do nothing returning user_id as id`
      : sql`delete from user_group_members m using target p
          where m.user_group_id = ${groupId}::uuid and m.user_id = p.id returning m.user_id as id`;
  const group = sql`(select q.name from user_groups q where q.id = ${groupId}::uuid)`;
  return {
    writes: sql`changed as (${write}), ${audited(ctx, action, { after: { group } })}`,
    refused: null,
    needs: sql`exists (select from user_groups q where q.id = ${groupId}::uuid and q.deleted_at is null)`,
  };
}

function expiry(expiresAt: string | null | undefined, ctx: SessionContext): Effect {
  if (expiresAt === undefined) throw required('expiresAt');
  refusePast(expiresAt, ctx);
  return {
    writes: sql`changed as (update users t set expires_at = ${expiresAt}::timestamptz, expiry_told = null, version = t.version + 1
        from target p where t.id = p.id and t.deleted_at is null and t.expires_at is distinct from ${expiresAt}::timestamptz
        returning t.id, p.expires_at),
      ${audited(ctx, 'setExpiry', { before: { expiresAt: sql`x.expires_at` }, after: { expiresAt } })}`,
    refused: null,
  };
}

function flagged(flag: UserFlag | undefined, on: boolean | undefined, ctx: SessionContext): Effect {
  if (!flag) throw required('flag');
  if (on === undefined) throw required('on');
  if (on) refuseGiving(ctx, { profile: profilesIn(ctx.tenant.kind).at(-1), flags: [flag] }, 'flag');
  const meant = (['a2m', 'master', 'admin', 'user'] as const).filter((profile) => flagsFor(profile).includes(flag));
  const flags = on ? sql`array_append(t.flags, ${flag}::text)` : sql`array_remove(t.flags, ${flag}::text)`;
  return {
    writes: sql`changed as (update users t set flags = ${flags}, rights = t.rights + 1, version = t.version + 1 from target p
        where t.id = p.id and t.deleted_at is null and t.profile = any (${textArray(meant)})
          and (${flag}::text = any (t.flags)) <> ${on}::boolean returning t.id),
      ${audited(ctx, 'setFlag', { before: { on: !on }, after: { flag, on } })}`,
    refused: null,
  };
}

function invited(ctx: SessionContext): Effect {
  return {
    writes: sql`changed as (update users t set invited_at = app.now() from target p
        where t.id = p.id and t.deleted_at is null and t.account_id is null and not ${nowhere(sql`t.email`)} and t.status in ('A','T')
        returning t.id, t.email),
      ${inviteAll(sql`changed x`)}, ${audited(ctx, 'invite', { after: { email: sql`x.email` } })}`,
    refused: sql`case when x.account_id is not null then 'already_accepted' when ${nowhere(sql`x.email`)} then 'no_address' end`,
  };
}

import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { profiles } from '../../../domain/access/profile.ts';
import { landingAt } from '../../../domain/access/screens.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { originFrom } from '../../../domain/embedding/origin.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { inForce, namesAddress, trialMinutes } from '../../../domain/session/addresses.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import { areaFields, mfaFields } from '../../../domain/settings/areas.ts';
import { type SettingsPatch, updateConfig } from '../../../domain/settings/contract.ts';
import type { GatedFunction } from '../../../domain/settings/functions.ts';
import { menuName } from '../../../domain/settings/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { forgetHosts } from '../../http/tenant-of-host.ts';

type Outcome = { version: number | null; reports: number; hosts: string[] | null; closed: GatedFunction | null; proved: boolean };
const fieldOf = { remote: 'allow_access_remote', user_import: 'user_import', mfa: 'mfa_master', saml: 'saml' } as const;
const refused = (field: string) => new AppError('invalid_input', { name: field, reason: 'invalid' }, { field });

/** What the contract's shapes cannot say. */
function check(patch: SettingsPatch, ctx: SessionContext): void {
  const { home_page, timezone } = patch;
  if (home_page !== undefined) {
    const path = (ownPath(home_page) ?? '').split(/[?#]/)[0] ?? '';
    const leads = profiles.some((profile) => landingAt(path, { profile, flags: [] }).kind !== 'not-found');
    if (!path || !leads) throw refused('home_page');
  }
  if (timezone !== undefined && timezone !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(timezone)) throw refused('timezone');
  refuseLockout(patch, ctx);
  const origin = patch.embed_origins?.find((each) => originFrom(each) === null);
  if (origin !== undefined) throw new AppError('embed_origin_form', { origin }, { field: 'embed_origins' });
  // Only who stands above others decides for them; a unit is told "yes" or nothing, and may say it back.
  const below = areaFields.below.find((field) => patch[field] !== undefined && patch[field] !== null && patch[field] !== true);
  if (below && ctx.tenant.kind === 'unit') throw refused(below);
}

/** Nobody locks himself out by accident: the list names who saves it, or he types the name of the unit (BEHAVIOUR 14). */
function refuseLockout({ ip, listIp, confirm_lockout: typed }: SettingsPatch, ctx: SessionContext): void {
  if (ip === undefined && listIp == null) return;
  const current = inForce(ctx.tenant.addresses ?? { ip: 'N', listIp: null, trial: null }, ctx.clock.now());
  const list = listIp ?? current.listIp ?? [];
  if ((ip ?? current.ip) !== 'S') return;
  if (list.length === 0) throw new AppError('required', { name: 'listIp' }, { field: 'listIp' });
  if (ctx.session.exempt || namesAddress(list, ctx.address) || typed?.trim() === ctx.tenant.name) return;
  throw new AppError('ip_lockout', { address: ctx.address, name: ctx.tenant.name }, { field: 'listIp' });
}

const isBelow = (field: string): boolean => areaFields.below.some((each) => each === field);

/** The fields that were given, as they are stored. */
function storedOf(
  {
    version: _,
    language: __,
    confirm_lockout: ___,
    last_update_below: below,
    mfa_permission_admin: mfaBelow,
    hidden_menu,
    embed_origins,
    listIp,
    token_embedded: _1,
    ip_trial: _2,
    mostrar_ultima_atualizacao_relatorio_global: _3,
    functions: _4,
    decides_for_below: _5,
    hidden_above: _6,
    enable_helpdesk: _7,
    send_email_helpdesk: _8,
    ...given
  }: SettingsPatch,
  decides: boolean,
): Record<string, unknown> {
  const fields = Object.fromEntries(Object.entries(given).filter(([field]) => decides || !isBelow(field)));
  return {
    ...fields,
    ...(embed_origins ? { embed_origins: [...new Set(embed_origins.flatMap((each) => originFrom(each) ?? []))] } : {}),
    ...(listIp ? { listIp } : {}),
    ...(hidden_menu ? { hidden_menu: [...new Set(hidden_menu.map(menuName))].sort() } : {}),
    ...(mfaBelow === undefined || given.below_mfa !== undefined || !decides ? {} : { below_mfa: isOn(mfaBelow) }),
    ...(below === undefined || below === null || !decides ? {} : { mostrar_ultima_atualizacao_relatorio_global: below }),
  };
}

/** What is stored of the trial of a change: before what it is undone to, until when. Switched off it needs none. */
const trialOf = (until: string): SQL => sql`case when (s."values" || excluded."values")->>'ip' = 'S'
    and (s."values"->'ip' is distinct from (s."values" || excluded."values")->'ip' or s."values"->'listIp' is distinct from (s."values" || excluded."values")->'listIp')
  then jsonb_build_object('ip_trial', jsonb_build_object('until', ${until}::text, 'before', coalesce(nullif(s."values"->'ip_trial', 'null')->'before',
    jsonb_build_object('ip', coalesce(s."values"->'ip', '"N"'), 'listIp', coalesce(s."values"->'listIp', 'null')))))
  when (s."values" || excluded."values")->>'ip' = 'S' then '{}' else '{"ip_trial":null}' end`;

/** Lays the given fields over the stored ones: one statement, held against the version that the person saw. */
export const saveSettings = bind(updateConfig, async (patch, ctx) => {
  check(patch, ctx);
  const stored = JSON.stringify(storedOf(patch, ctx.tenant.kind !== 'unit'));
  const onTrial = patch.ip !== undefined || patch.listIp != null;
  const trialUntil = new Date(ctx.clock.now() + trialMinutes * 60_000).toISOString();
  const { language = null, timezone = null, version = null, relatorio_id: report = null } = patch;
  const mfa = mfaFields.some((field) => patch[field] !== undefined);
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'settings.edit'), (db) => [
    db.execute(sql`with o as (select t.language, t.zone, coalesce(s."values", '{}') as "values" from tenants t left join settings s on s.tenant_id = t.id),
        above as (select coalesce(bool_and(coalesce((v->>'below_user_import')::boolean, true)), true) as user_import, coalesce(bool_and(coalesce((v->>'below_remote')::boolean, true)), true) as remote, coalesce(bool_and(coalesce((v->>'below_mfa')::boolean, true)), true) as mfa from app.settings_above() v),
        known as (select (${report}::uuid is null or exists (select from reports r where r.id = ${report}::uuid))::int as reports,
            case when ${patch.user_import === 'S'}::boolean and not above.user_import then 'user_import' when ${patch.allow_access_remote === 'S'}::boolean and not above.remote then 'remote' when ${mfa}::boolean and not above.mfa then 'mfa' end as closed,
            ${patch.password_sign_in !== 'N'}::boolean or o."values"->>'password_sign_in' = 'N' or (exists (select from sso_apps a where a.status = 'A') and exists (select from sign_ins i where i.sid = ${ctx.session.sid}::uuid and i.way in ('saml', 'entra'))) as proved from above, o),
        w as (insert into settings as s ("values", version) select ${stored}::jsonb || case when ${onTrial}::boolean and ${stored}::jsonb->>'ip' = 'S' then jsonb_build_object('ip_trial', jsonb_build_object('until', ${trialUntil}::text, 'before', '{"ip":"N","listIp":null}'::jsonb)) else '{}' end, 1 from known where known.reports = 1 and known.closed is null and known.proved
          on conflict (tenant_id) do update set "values" = s."values" || (excluded."values" - 'ip_trial') || case when ${onTrial}::boolean then ${trialOf(trialUntil)} else '{}' end, version = s.version + 1
            where ${version}::int is null or s.version = ${version}::int returning s.version),
        t as (update tenants t set language = coalesce(${language}, t.language), zone = coalesce(${timezone}, t.zone),
            epoch = t.epoch + (case when coalesce(o."values"->'hidden_menu', '[]') is distinct from coalesce(${stored}::jsonb->'hidden_menu', o."values"->'hidden_menu', '[]') then 1 else 0 end)
          from w, o returning t.id),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'settings.edit', t.id, jsonb_build_object(
            'before', (select coalesce(jsonb_object_agg(k, o."values"->k), '{}') from jsonb_object_keys(${stored}::jsonb) k) || case when ${language}::text is null then '{}' else jsonb_build_object('language', o.language) end,
            'after', ${stored}::jsonb || case when ${language}::text is null then '{}' else jsonb_build_object('language', ${language}::text) end), ${ctx.address}, ${ctx.requestId} from t, o)
      select (select w.version from w) as version, known.reports, known.closed, known.proved, (select array_agg(d.host) from domains d) as hosts from known`),
  ]);
  const outcome = rowsOf<Outcome>(result)[0];
  if (outcome?.reports !== 1) throw new AppError('not_found', undefined, { field: 'relatorio_id' });
  // What the layer above has switched off cannot be switched on here (Spec 6).
  if (outcome.closed) throw new AppError('function_disabled', undefined, { field: fieldOf[outcome.closed] });
  // Nobody switches off the way by which he would have to come back before another has been walked.
  if (!outcome.proved) throw new AppError('passwords_needed', undefined, { field: 'password_sign_in' });
  if (outcome.version === null) throw new AppError('changed_meanwhile');
  if (onTrial) await forgetHosts(outcome.hosts ?? [], ctx.env);
  else if (language !== null || timezone !== null) ctx.later(forgetHosts(outcome.hosts ?? [], ctx.env));
  return { status: 'ok' as const, version: outcome.version };
});

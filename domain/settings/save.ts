import { isOn } from '../contract/flag.ts';
import { originFrom } from '../embedding/origin.ts';
import type { Refusal } from '../errors/refusal.ts';
import { areaFields, mfaFields } from './areas.ts';
import type { SettingsPatch } from './contract.ts';
import type { Functions, GatedFunction } from './functions.ts';
import { menuName } from './limits.ts';
import type { StoredSettings } from './stored.ts';

/** The tenant's own row; `version` is null where nothing was saved yet. */
export type StoredTenant = { language: string; zone: string; values: StoredSettings; version: number | null };
export type Known = {
  /** The landing report of the patch exists, or it names none. */
  report: boolean;
  /** What the layers above leave to this tenant. */
  left: Functions;
  /** This session began through a provider that is still on. */
  cameByProvider: boolean;
};
/** The unit's new zone, and the one that automatic actions without a clock of their own keep; null: they follow the unit. */
export type ClockMove = { to: string; kept: string | null };
/** `values` are laid over the stored ones. */
export type SavePlan = {
  version: number;
  values: StoredSettings;
  language: string | undefined;
  zone: string | undefined;
  /** How the clocks of automatic actions change; null unless the zone does. */
  tasks: ClockMove | null;
  hidesOther: boolean;
  /** Passwords are being switched off, which relies on this session having begun through a provider. */
  needsProvider: boolean;
  /** Another landing report is chosen, which relies on it still existing. */
  needsReport: boolean;
  change: { before: Record<string, unknown>; after: Record<string, unknown> };
};

const isBelow = (field: string): boolean => areaFields.below.some((each) => each === field);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The given fields, as they are stored. `decides` = this tenant has tenants below and decides for them. */
export function toStored(
  {
    version: _,
    language: __,
    confirm_lockout: ___,
    tasks_keep_moment: ____,
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

/** Whether a save concerns the allowed addresses, which are on trial until a call from one of them confirms them. */
export const onTrial = (patch: SettingsPatch): boolean => patch.ip !== undefined || patch.listIp != null;

const fieldNames = { remote: 'allow_access_remote', user_import: 'user_import', mfa: 'mfa_master' } as const;

/** What the layer above has switched off and this save would switch on (Spec 6). What was on before can be posted back. */
function closedTo(patch: SettingsPatch, values: StoredSettings, left: Functions): keyof typeof fieldNames | undefined {
  const asks: [Exclude<GatedFunction, 'saml'>, boolean][] = [
    ['user_import', patch.user_import === 'S' && values.user_import !== 'S'],
    ['remote', patch.allow_access_remote === 'S' && values.allow_access_remote !== 'S'],
    ['mfa', mfaFields.some((field) => patch[field] !== undefined)],
  ];
  return asks.find(([name, asked]) => asked && !left[name])?.[0];
}

/** What is stored of a trial: the values to undo to, and until when. Addresses that are switched off need no trial. */
function getTrial(values: StoredSettings, merged: StoredSettings, until: string): Pick<StoredSettings, 'ip_trial'> {
  if (merged.ip !== 'S') return { ip_trial: null };
  if (same(values.ip, merged.ip) && same(values.listIp, merged.listIp)) return {};
  return { ip_trial: { until, before: values.ip_trial?.before ?? { ip: values.ip ?? 'N', listIp: values.listIp ?? null } } };
}

/** Decides whether the given fields can be laid over the stored ones. `trialUntil` = when a trial that begins now ends. */
export function decideSave(
  patch: SettingsPatch,
  decides: boolean,
  trialUntil: string,
  stored: StoredTenant,
  known: Known,
): SavePlan | Refusal {
  const { language, timezone, version } = patch;
  const needsReport = (patch.relatorio_id ?? null) !== null && patch.relatorio_id !== stored.values.relatorio_id;
  if (needsReport && !known.report) return { refused: 'not_found', field: 'relatorio_id' };
  const closed = closedTo(patch, stored.values, known.left);
  if (closed) return { refused: 'function_disabled', field: fieldNames[closed] };
  // An administrator can't switch off their own way back in before another one has been used.
  const switchesOff = patch.password_sign_in === 'N' && stored.values.password_sign_in !== 'N';
  if (switchesOff && !known.cameByProvider) return { refused: 'passwords_needed', field: 'password_sign_in' };
  if (stored.version !== null && version !== undefined && version !== stored.version) return { refused: 'changed_meanwhile' };

  const given = toStored(patch, decides);
  const merged: StoredSettings = { ...stored.values, ...given };
  const keepsMoment = patch.tasks_keep_moment === 'S';
  const tasks = timezone === undefined || timezone === stored.zone ? null : { to: timezone, kept: keepsMoment ? stored.zone : null };
  const trial = onTrial(patch) ? getTrial(stored.values, merged, trialUntil) : {};
  return {
    version: (stored.version ?? 0) + 1,
    values: { ...given, ...trial },
    language,
    zone: timezone,
    tasks,
    needsProvider: switchesOff,
    needsReport,
    hidesOther: !same(stored.values.hidden_menu ?? [], merged.hidden_menu ?? []),
    change: {
      before: {
        // Every stored field is one of the form.
        ...Object.fromEntries(Object.keys(given).map((field) => [field, stored.values[field as keyof StoredSettings] ?? null])),
        ...(language === undefined ? {} : { language: stored.language }),
      },
      after: { ...given, ...(language === undefined ? {} : { language }), ...(tasks?.kept ? { tasks_keep_moment: 'S' } : {}) },
    },
  };
}

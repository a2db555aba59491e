import * as z from 'zod/mini';
import { viewing, visits } from '../access/session-kinds.ts';
import { settableDays, settableLength } from '../accounts/limits.ts';
import { endpoint } from '../contract/endpoint.ts';
import { flag, givenInstant, id, instant, nothing, text, version, whole, writtenText } from '../contract/fields.ts';
import { zoneName } from '../contract/zone.ts';
import { maxOrigins } from '../embedding/limits.ts';
import { isAddressEntry, longestAddress, maxAddresses } from '../session/addresses.ts';
import { language } from '../session/contract.ts';
import { areaNames } from './areas.ts';
import { givenMenuNames, loginTimeout, longestTemplate, longestWaitingText, watermarkOpacity } from './limits.ts';

// Spec 3: the settings form. Secrets are write-only: the answer says whether one is set and since when.
const settingsForm = z.object({
  home_page: z.string(),
  relatorio_id: z.nullable(z.string()),
  enable: flag,
  send_email_register_user: flag,
  timezone: z.string(),
  /** Whether passwords can be used to sign in; without them only providers and passkeys are left. */
  password_sign_in: flag,
  enable_password: flag,
  allow_access_remote: flag,
  /** Whether users are asked before a support visit, or the unit has decided for all (BEHAVIOUR 8; shown on the sign-in page). */
  remote_consent: z.enum(['each', 'none']),
  user_import: flag,
  enable_embedded: flag,
  /** Origins of the pages that may hold the embedded ones. */
  embed_origins: z.array(z.string()),
  listIp: z.nullable(z.array(z.string())),
  save_filter: flag,
  show_menu_report: flag,
  ip: flag,
  mfa_master: flag,
  mfa_permission_admin: flag,
  /** Who has to use a second factor where `mfa_master` requires it; for everyone else it is optional. */
  mfa_required: z.enum(['all', 'administrators']),
  /** A sign-in through an identity provider counts as proved there. */
  mfa_trust_sso: flag,
  token_embedded: z.object({ set: z.boolean(), at: z.nullable(z.string()) }),
  min_character: z.nullable(z.number()),
  capital_letter: flag,
  last_update: flag,
  special_characters: flag,
  expiry_time_password: z.nullable(z.number()),
  show_name_report: flag,
  enable_helpdesk: flag,
  send_email_helpdesk: flag,
  enable_watermark: flag,
  send_email_notification: flag,
  login_timeout: z.number(),
  show_questionario_perfil: flag,
  hidden_menu: z.array(z.string()),
  mostrar_ultima_atualizacao_relatorio: z.boolean(),
  mostrar_ultima_atualizacao_relatorio_global: z.boolean(),
  /** What people read while a paused capacity starts; empty: the portal's own words. */
  waiting_text: z.string(),
  watermark_template: z.string(),
  watermark_opacity: z.number(),
  // Spec 6: what the layer above leaves to the units below it.
  below_user_import: z.boolean(),
  below_saml: z.boolean(),
  below_mfa: z.boolean(),
  below_remote: z.boolean(),
});
export type SettingsForm = z.infer<typeof settingsForm>;

const functions = z.object({ user_import: z.boolean(), saml: z.boolean(), mfa: z.boolean(), remote: z.boolean() });

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/auth/config/getConfig',
  needs: 'settings.read',
  kinds: visits,
  summary: 'Returns the values of the tenant’s settings form (Spec 7).',
  input: nothing,
  output: z.object({
    config: z.object({
      ...settingsForm.shape,
      // Absent where the layer above keeps the second factor (Spec 6, mfa_permission_admin).
      mfa_master: z.optional(settingsForm.shape.mfa_master),
      mfa_required: z.optional(settingsForm.shape.mfa_required),
      mfa_trust_sso: z.optional(settingsForm.shape.mfa_trust_sso),
      language,
      /** Until when a change of the allowed addresses is undone unless it is confirmed; null where nothing is on trial. */
      ip_trial: z.nullable(instant),
      /** The version that a save is checked against. */
      version: z.number(),
      /** What the layers above decide about the last update; read-only here, a "no" from above beats a "yes" below. */
      mostrar_ultima_atualizacao_relatorio_global: z.boolean(),
      /** What the layers above leave to this tenant: `false` overrides the tenant's own yes. */
      functions,
      /** Whether this tenant has tenants below and decides for them. */
      decides_for_below: z.boolean(),
      /** The value that tenants below get; null where there are none. */
      last_update_below: z.nullable(z.boolean()),
      /** What the layers above hide from the menu, and which of them; it can't be brought back here. */
      hidden_above: z.array(z.object({ name: z.string(), by: z.string() })),
    }),
  }),
});

const addressEntry = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(longestAddress, 'too_long'),
  z.refine((entry) => isAddressEntry(entry), 'invalid'),
);

/** What getConfig returns beside the form's own values: accepted when it is posted back, and without effect. */
export const toldOnly = {
  token_embedded: z.optional(z.unknown()),
  ip_trial: z.optional(z.unknown()),
  mostrar_ultima_atualizacao_relatorio_global: z.optional(z.unknown()),
  functions: z.optional(z.unknown()),
  decides_for_below: z.optional(z.unknown()),
  hidden_above: z.optional(z.unknown()),
  // For the help desk; it can't be switched on yet.
  enable_helpdesk: z.optional(flag),
  send_email_helpdesk: z.optional(flag),
};

export const updateConfig = endpoint({
  method: 'POST',
  path: '/api/auth/config/update',
  needs: 'settings.edit',
  kinds: visits,
  summary: 'Saves the given settings and leaves omitted ones unchanged (Spec 7); with `version` only at that version.',
  input: z.strictObject({
    ...toldOnly,
    version: z.optional(version),
    home_page: z.optional(text(300)),
    relatorio_id: z.optional(z.nullable(id)),
    enable: z.optional(flag),
    timezone: z.optional(zoneName),
    /** With a new time zone: whether automatic actions keep the moment at which they run; else the time on the clock (BEHAVIOUR 1). */
    tasks_keep_moment: z.optional(flag),
    language: z.optional(language),
    show_menu_report: z.optional(flag),
    last_update: z.optional(flag),
    mostrar_ultima_atualizacao_relatorio: z.optional(z.boolean()),
    last_update_below: z.optional(z.nullable(z.boolean())),
    show_name_report: z.optional(flag),
    save_filter: z.optional(flag),
    enable_watermark: z.optional(flag),
    waiting_text: z.optional(writtenText(longestWaitingText)),
    watermark_template: z.optional(text(longestTemplate)),
    watermark_opacity: z.optional(whole(watermarkOpacity.least, watermarkOpacity.most)),
    send_email_notification: z.optional(flag),
    allow_access_remote: z.optional(flag),
    remote_consent: z.optional(z.enum(['each', 'none'])),
    login_timeout: z.optional(whole(loginTimeout.least, loginTimeout.most)),
    ip: z.optional(flag),
    /** Null leaves it unchanged, like an absent field. */
    listIp: z.optional(z.nullable(z.array(addressEntry).check(z.maxLength(maxAddresses, 'too_long')))),
    /** The unit's name, typed to save a list that doesn't contain the address of this call (BEHAVIOUR 14). */
    confirm_lockout: z.optional(z.string().check(z.maxLength(300, 'too_long'))),
    show_questionario_perfil: z.optional(flag),
    mfa_master: z.optional(flag),
    mfa_required: z.optional(z.enum(['all', 'administrators'])),
    mfa_trust_sso: z.optional(flag),
    /** Another name of `below_mfa`, as Spec 3 has it. */
    mfa_permission_admin: z.optional(flag),
    password_sign_in: z.optional(flag),
    enable_password: z.optional(flag),
    min_character: z.optional(z.nullable(whole(settableLength.least, settableLength.most))),
    capital_letter: z.optional(flag),
    special_characters: z.optional(flag),
    expiry_time_password: z.optional(z.nullable(whole(settableDays.least, settableDays.most))),
    send_email_register_user: z.optional(flag),
    user_import: z.optional(flag),
    enable_embedded: z.optional(flag),
    embed_origins: z.optional(z.array(z.string().check(z.trim(), z.maxLength(253, 'too_long'))).check(z.maxLength(maxOrigins, 'too_long'))),
    below_user_import: z.optional(z.boolean()),
    below_saml: z.optional(z.boolean()),
    below_mfa: z.optional(z.boolean()),
    below_remote: z.optional(z.boolean()),
    // Because there are hideable screens.
    hidden_menu: z.optional(z.array(z.enum(givenMenuNames as [string, ...string[]])).check(z.maxLength(60, 'too_long'))),
  }),
  output: z.object({ status: z.literal('ok'), version: z.number() }),
  errors: ['changed_meanwhile', 'not_found', 'function_disabled', 'ip_lockout', 'embed_origin_form'],
});
export type SettingsPatch = z.infer<typeof updateConfig.input>;

export const remoteConfig = endpoint({
  method: 'GET',
  path: '/api/auth/config/remote_config',
  needs: 'config.read',
  kinds: viewing,
  summary:
    'Returns the settings imposed by the partner and the platform, read-only here; a “no” above overrides a “yes” below (BEHAVIOUR 16).',
  input: nothing,
  output: z.object({
    config: z.object({
      functions,
      mostrar_ultima_atualizacao_relatorio_global: z.boolean(),
      /** Names of hidden_menu that a layer above hides. */
      hidden_menu: z.array(z.string()),
      mfa_permission_admin: flag,
    }),
  }),
});

export const domainWhitelist = endpoint({
  method: 'GET',
  path: '/api/auth/config/get/whitelist/by/domain',
  needs: 'settings.read',
  kinds: visits,
  summary:
    'Returns the allowed addresses in force on a domain of this tenant and the exempt users; domain_id defaults to the domain of the call (Spec 7).',
  input: z.strictObject({ domain_id: z.optional(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(253, 'too_long'))) }),
  output: z.object({
    domain_id: z.string(),
    /** Whether the list is in force. */
    ip: flag,
    listIp: z.array(z.string()),
    exempt: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The address of this call. */
    own: z.string(),
  }),
  errors: ['not_found'],
});

export const confirmAddresses = endpoint({
  method: 'POST',
  path: '/api/auth/config/addresses/confirm',
  needs: 'settings.edit',
  screens: ['setting'],
  summary:
    'Confirms a change of the allowed addresses: a caller who can still reach the API after it hasn’t locked themselves out (BEHAVIOUR 14).',
  input: nothing,
  output: z.object({ status: z.literal('ok'), version: z.number() }),
  errors: ['addresses_settled'],
});

const use = z.object({ people: z.number(), having: z.number() });
export const factorUse = endpoint({
  method: 'GET',
  path: '/api/auth/config/factors',
  needs: 'settings.read',
  kinds: visits,
  summary: 'Counts the users who may sign in and those with a second factor: the difference must set one up if it becomes required.',
  input: nothing,
  output: z.object({ all: use, administrators: use }),
});

export const settingsHistory = endpoint({
  method: 'GET',
  path: '/api/auth/config/history',
  needs: 'settings.read',
  kinds: visits,
  screens: ['setting'],
  summary: 'Lists who changed the settings of an area, when, with previous and new values, newest first.',
  input: z.strictObject({
    area: z.enum(areaNames),
    before: z.optional(givenInstant),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        /** Only the changed fields of the area. */
        fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    /** Cursor to older records; null at the end. */
    next: z.nullable(instant),
  }),
});

export const timezones = endpoint({
  method: 'GET',
  path: '/api/timezone/all',
  needs: 'signedIn',
  kinds: viewing,
  summary: 'Lists all supported IANA time zones with their current offset in minutes (Spec 7).',
  input: nothing,
  output: z.object({ timezone: z.array(z.object({ id: z.string(), offset: z.number() })) }),
});

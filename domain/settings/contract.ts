import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { flag, nothing } from '../contract/fields.ts';

// Spec 3: the settings form. Secrets are write-only: the answer says whether one is set and since when.
export const settingsForm = z.object({
  home_page: z.string(),
  relatorio_id: z.nullable(z.string()),
  enable: flag,
  send_email_register_user: flag,
  timezone: z.string(),
  enable_password: flag,
  allow_access_remote: flag,
  user_import: flag,
  enable_embedded: flag,
  listIp: z.nullable(z.array(z.string())),
  save_filter: flag,
  show_menu_report: flag,
  ip: flag,
  mfa_master: flag,
  mfa_permission_admin: flag,
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
});
export type SettingsForm = z.infer<typeof settingsForm>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/auth/config/getConfig',
  needs: 'settings.read',
  summary: "The settings form's values of this tenant (Spec 7).",
  input: nothing,
  output: z.object({ config: settingsForm }),
});

export const timezones = endpoint({
  method: 'GET',
  path: '/api/timezone/all',
  needs: 'signedIn',
  summary: 'Every IANA time zone the product knows, with its offset now in minutes (Spec 7).',
  input: nothing,
  output: z.object({ timezone: z.array(z.object({ id: z.string(), offset: z.number() })) }),
});

import { defaultLook } from '../watermark/watermark.ts';
import type { SettingsForm } from './contract.ts';

/** Spec 9: login_timeout in hours. */
const defaultLoginTimeoutHours = 8;
export const defaultZone = 'America/Sao_Paulo';

/** The form's defaults (Spec 3): flags mostly 'N', last_update 'S', home_page '/', login_timeout 8. */
export const defaultSettings: SettingsForm = {
  home_page: '/',
  relatorio_id: null,
  enable: 'N',
  send_email_register_user: 'S',
  timezone: defaultZone,
  password_sign_in: 'S',
  enable_password: 'N',
  allow_access_remote: 'N',
  remote_consent: 'each',
  user_import: 'N',
  enable_embedded: 'N',
  embed_origins: [],
  listIp: null,
  save_filter: 'N',
  show_menu_report: 'S',
  ip: 'N',
  mfa_master: 'N',
  mfa_permission_admin: 'N',
  mfa_required: 'all',
  mfa_trust_sso: 'S',
  token_embedded: { set: false, at: null },
  min_character: null,
  capital_letter: 'N',
  last_update: 'S',
  special_characters: 'N',
  expiry_time_password: null,
  show_name_report: 'S',
  enable_helpdesk: 'N',
  send_email_helpdesk: 'N',
  enable_watermark: 'N',
  send_email_notification: 'N',
  login_timeout: defaultLoginTimeoutHours,
  show_questionario_perfil: 'N',
  hidden_menu: [],
  mostrar_ultima_atualizacao_relatorio: true,
  mostrar_ultima_atualizacao_relatorio_global: true,
  waiting_text: '',
  watermark_template: defaultLook.template,
  watermark_opacity: defaultLook.opacity,
  below_user_import: true,
  below_saml: true,
  below_mfa: true,
  below_remote: true,
};

/** Lays a tenant's stored values over the defaults; unknown keys of an older version are dropped. */
export function mergeSettings(stored: Partial<SettingsForm> | null | undefined): SettingsForm {
  const merged: Record<string, unknown> = { ...defaultSettings };
  for (const [key, value] of Object.entries(stored ?? {})) if (key in defaultSettings && value !== undefined) merged[key] = value;
  return merged as SettingsForm; // because only keys of the form were laid over a whole form
}

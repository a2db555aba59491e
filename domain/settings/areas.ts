/** Which fields of the form belong together: they are saved, reset and looked up in the change history as one. */
export const areaFields = {
  general: ['enable', 'home_page', 'relatorio_id', 'timezone', 'tasks_keep_moment', 'language', 'show_menu_report'],
  people: ['send_email_register_user', 'user_import', 'allow_access_remote', 'remote_consent', 'show_questionario_perfil'],
  security: [
    'password_sign_in',
    'enable_password',
    'min_character',
    'capital_letter',
    'special_characters',
    'expiry_time_password',
    'login_timeout',
    'ip',
    'listIp',
    'mfa_master',
    'mfa_required',
    'mfa_trust_sso',
  ],
  reports: [
    'mostrar_ultima_atualizacao_relatorio',
    'last_update',
    'show_name_report',
    'save_filter',
    'waiting_text',
    'enable_watermark',
    'watermark_template',
    'watermark_opacity',
  ],
  notifications: ['send_email_notification'],
  embedding: ['enable_embedded', 'embed_origins'],
  below: ['last_update_below', 'below_user_import', 'below_saml', 'below_mfa', 'below_remote'],
} as const;
export const areaNames = ['general', 'people', 'security', 'reports', 'notifications', 'embedding', 'below'] as const;
export type SettingsAreaName = (typeof areaNames)[number];
/** The areas that the layer above may keep from an administrator (Spec 6). */
export const mfaFields = ['mfa_master', 'mfa_required', 'mfa_trust_sso'] as const;

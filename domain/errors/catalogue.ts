// One catalogue: code → HTTP status (Spec 8, ARCHITECTURE "Wire"). Texts: i18n/<lang>/errors.ts, typed by these codes.
export const errors = {
  // sign-in outcomes (Spec 4 and 8)
  error_user_or_password: 401,
  not_found_companies: 403,
  user_disable: 403,
  blocked: 403,
  inactive: 403,
  finish_test: 403,
  domain_not_allowed: 403,
  ip_not_allowed: 403,
  horario_not_allowed: 403,
  error_azure_not_companies: 403,
  // any other outcome of single sign-on: 'Error ao autenticar!'
  error_saml: 401,
  user_change_password: 403,
  redirect_two_factor: 403,
  redirect_confirm_link: 403,
  maitenance: 403,
  too_many_attempts: 429,
  // passwords and their links
  password_refused: 422,
  password_wrong: 422,
  password_not_offered: 403,
  passwords_off: 403,
  passwords_needed: 409,
  // second factors
  factor_wrong: 422,
  factor_over: 410,
  factor_proof: 422,
  factor_code: 422,
  factor_full: 409,
  factor_required: 409,
  factor_account: 409,
  factor_mail_code: 422,
  account_waits: 403,
  factor_none: 409,
  factor_stale: 403,
  sign_in_again: 403,
  // a key of the unit changes: asks for the second factor again
  factor_due: 403,
  // the account has to be proved first (docs/security.md)
  account_proof: 403,
  account_elsewhere: 403,
  // linking a user to a provider by its key
  identity_confirms: 403,
  identity_taken: 409,
  identity_there: 409,
  // sessions
  token_invalid: 401,
  token_expired: 401,
  session_gone: 401,
  user_blocked: 403,
  tenant_blocked: 403,
  rights_stale: 409,
  // access
  not_permitted: 403,
  function_disabled: 403,
  no_page_permission: 403,
  gives_more: 403,
  // acting as another (BEHAVIOUR 8, 13)
  act_as_blocked: 403,
  view_only: 403,
  remote_off: 403,
  remote_not_allowed: 403,
  remote_profile: 403,
  remote_wait: 409,
  remote_pending: 409,
  remote_over: 409,
  partner_role: 403,
  partner_closed: 409,
  partner_verify: 409,
  // input
  invalid_input: 422,
  required: 422,
  malformed_body: 400,
  unsupported_media: 415,
  body_too_large: 413,
  method_not_allowed: 405,
  invalid_file: 422,
  // allowed addresses
  ip_lockout: 409,
  addresses_settled: 409,
  // things
  not_found: 404,
  unknown_host: 404,
  group_not_found: 404,
  ticket_not_found: 404,
  no_records: 404,
  changed_meanwhile: 409,
  window_times: 422,
  notice_times: 422,
  catalog_already_seen: 409,
  catalog_pending: 409,
  catalog_wait: 409,
  catalog_decided: 409,
  catalog_own_request: 403,
  window_over: 409,
  notice_over: 409,
  notice_limit: 409,
  messages_limit: 429,
  recall_over: 409,
  message_recalled: 409,
  name_taken: 409,
  email_taken: 409,
  phone_taken: 409,
  user_limit_reached: 409,
  custom_field_limit: 409,
  custom_field_type: 409,
  last_administrator: 409,
  own_person: 409,
  managed_by_directory: 409,
  email_of_account: 409,
  already_accepted: 409,
  no_address: 409,
  report_limit_reached: 409,
  // directories
  scim_token_limit: 409,
  scim_group_taken: 409,
  // units, partners and paying clients
  subdomain_taken: 409,
  subdomain_reserved: 422,
  capacity_exceeded: 409,
  tenant_has_units: 409,
  set_by_platform: 403,
  limit_by_platform: 403,
  theme_contrast: 422,
  document_taken: 409,
  customer_code_taken: 409,
  party_in_use: 409,
  account_in_use: 409,
  account_disabled: 409,
  workspace_in_use: 409,
  // automatic actions and capacities
  task_times: 422,
  task_target: 422,
  task_limit: 409,
  task_state: 409,
  shift_overlaps: 409,
  shift_in_use: 409,
  shift_limit: 409,
  capacity_elsewhere: 403,
  capacity_rights: 403,
  capacity_reserved: 409,
  capacity_confirm: 422,
  capacity_busy: 409,
  capacity_refused: 409,
  capacity_opens: 409,
  opening_asked: 409,
  // user import
  import_file_refused: 422,
  import_mapping: 422,
  import_group_unknown: 422,
  import_no_column: 422,
  import_too_many: 422,
  import_rows_invalid: 409,
  import_no_rows: 409,
  // reports
  reports_not_allowed: 403,
  link_refused: 422,
  link_used: 410,
  report_name_taken: 409,
  report_already_published: 409,
  grant_identity_required: 422,
  grant_roles_required: 422,
  grant_identity_unused: 422,
  grant_confirmation_required: 409,
  edit_not_permitted: 403,
  view_limit_reached: 409,
  list_view_limit: 409,
  share_limit_reached: 429,
  rls_identity_missing: 403,
  report_in_maintenance: 503,
  capacity_paused: 503,
  report_service_down: 503,
  report_service_throttled: 503,
  report_service_refused: 502,
  report_identity_refused: 502,
  service_call_refused: 502,
  workspace_missing_at_service: 404,
  report_missing_at_service: 502,
  report_account_refused: 502,
  report_token_expired: 502,
  // slideshows and their displays
  playlist_on_display: 403,
  playlist_identity_required: 422,
  playlist_token_unknown: 403,
  // embedded pages
  embedded_token: 401,
  embedded_used: 401,
  embedded_off: 403,
  embedded_origin: 403,
  embedded_person: 403,
  embedded_closed: 403,
  embed_key_limit: 409,
  embed_key_missing: 409,
  embed_origin_form: 422,
  playlist_players_full: 409,
  pairing_code_unknown: 422,
  // exports and comments
  export_not_offered: 422,
  export_limit: 429,
  export_over: 409,
  export_outdated: 409,
  mention_refused: 422,
  comment_too_late: 409,
  comment_thread_full: 409,
  too_many_comments: 429,
  // company change and partner switch
  company_change_failed: 403,
  // mail servers
  mail_host_private: 422,
  mail_host_unknown: 422,
  mail_port_refused: 422,
  mail_password_needed: 422,
  // identity providers
  saml_address: 422,
  saml_certificate: 422,
  sso_domains: 422,
  sso_units_only: 422,
  saml_domain: 422,
  saml_metadata: 422,
  saml_unreachable: 422,
  saml_too_many: 409,
  // the cloud identity provider
  entra_no_registration: 422,
  // the product itself
  service_unavailable: 503,
  unexpected: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as ErrorCode[]; // because Object.keys loses the literal type

/** The `message` on the wire, where the specification fixes a literal other than the code itself. */
export const wireMessage: Partial<Record<ErrorCode, string>> = { token_expired: 'Token is Expired' };

export type ErrorVars = Record<string, string | number>;

/** A refusal with a code of the catalogue; the only error a verb throws on purpose. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly vars: ErrorVars | undefined;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Record<string, string> | undefined;
  constructor(
    code: ErrorCode,
    vars?: ErrorVars,
    more: { field?: string; retryAfterSeconds?: number; extra?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause });
    this.code = code;
    this.vars = vars;
    this.field = more.field;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.extra = more.extra;
  }
  get httpStatus(): number {
    return errors[this.code];
  }
}

export type ErrorBody = { status: ErrorCode; message: string; requestId: string; vars?: ErrorVars; field?: string; token?: string };

/** Why no file was made, where only an administrator can mend it. */
export const mended: readonly string[] = [
  'report_missing_at_service',
  'report_account_refused',
  'rls_identity_missing',
  'report_identity_refused',
  'report_service_refused',
  'export_png_off',
  'export_no_capacity',
];

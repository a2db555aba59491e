/** Failure reasons that only an administrator can fix. */
export const mended: readonly string[] = [
  'report_missing_at_service',
  'report_account_refused',
  'rls_identity_missing',
  'report_identity_refused',
  'report_service_refused',
  'export_png_off',
  'export_no_capacity',
];

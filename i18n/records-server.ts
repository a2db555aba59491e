import type { Language } from '../domain/session/languages.ts';

const loaders: Record<Language, () => Promise<Record<string, string>>> = {
  'en-US': async () => ({
    ...(await import('./en-US/audit-log.ts')).auditLog,
    ...(await import('./en-US/audit-log-reporting.ts')).auditLogReporting,
    ...(await import('./en-US/notices-write.ts')).noticesWrite,
    ...(await import('./en-US/notifications.ts')).notifications,
    ...(await import('./en-US/questionnaire.ts')).questionnaire,
    ...(await import('./en-US/sign-in-log.ts')).signInLog,
    ...(await import('./en-US/own-profile.ts')).ownProfile,
    ...(await import('./en-US/audit-log-values.ts')).auditLogValues,
    ...(await import('./en-US/reports-filters.ts')).reportsFilters,
    ...(await import('./en-US/errors.ts')).errors,
    ...(await import('./en-US/shell.ts')).shell,
  }),
  'pt-BR': async () => ({
    ...(await import('./pt-BR/audit-log.ts')).auditLog,
    ...(await import('./pt-BR/audit-log-reporting.ts')).auditLogReporting,
    ...(await import('./pt-BR/notices-write.ts')).noticesWrite,
    ...(await import('./pt-BR/notifications.ts')).notifications,
    ...(await import('./pt-BR/questionnaire.ts')).questionnaire,
    ...(await import('./pt-BR/sign-in-log.ts')).signInLog,
    ...(await import('./pt-BR/own-profile.ts')).ownProfile,
    ...(await import('./pt-BR/audit-log-values.ts')).auditLogValues,
    ...(await import('./pt-BR/reports-filters.ts')).reportsFilters,
    ...(await import('./pt-BR/errors.ts')).errors,
    ...(await import('./pt-BR/shell.ts')).shell,
  }),
  'pt-PT': async () => ({
    ...(await import('./pt-PT/audit-log.ts')).auditLog,
    ...(await import('./pt-PT/audit-log-reporting.ts')).auditLogReporting,
    ...(await import('./pt-PT/notices-write.ts')).noticesWrite,
    ...(await import('./pt-PT/notifications.ts')).notifications,
    ...(await import('./pt-PT/questionnaire.ts')).questionnaire,
    ...(await import('./pt-PT/sign-in-log.ts')).signInLog,
    ...(await import('./pt-PT/own-profile.ts')).ownProfile,
    ...(await import('./pt-PT/audit-log-values.ts')).auditLogValues,
    ...(await import('./pt-PT/reports-filters.ts')).reportsFilters,
    ...(await import('./pt-PT/errors.ts')).errors,
    ...(await import('./pt-PT/shell.ts')).shell,
  }),
  es: async () => ({
    ...(await import('./es/audit-log.ts')).auditLog,
    ...(await import('./es/audit-log-reporting.ts')).auditLogReporting,
    ...(await import('./es/notices-write.ts')).noticesWrite,
    ...(await import('./es/notifications.ts')).notifications,
    ...(await import('./es/questionnaire.ts')).questionnaire,
    ...(await import('./es/sign-in-log.ts')).signInLog,
    ...(await import('./es/own-profile.ts')).ownProfile,
    ...(await import('./es/audit-log-values.ts')).auditLogValues,
    ...(await import('./es/reports-filters.ts')).reportsFilters,
    ...(await import('./es/errors.ts')).errors,
    ...(await import('./es/shell.ts')).shell,
  }),
};

/** The words of the exported records: sign-ins, refusals, changes of permissions. */
export async function recordTexts(language: Language): Promise<(key: string) => string> {
  const texts = await loaders[language]();
  return (key) => texts[key] ?? key;
}

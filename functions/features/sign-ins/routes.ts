import { exportAuditAsFile, findAudit } from './list-audit.ts';
import { exportSignInsAsFile, findSignIns } from './list-sign-ins.ts';
import { markSessionUse } from './mark-use.ts';
import { endSessionsOfOwn, readOwnSessions, readOwnSignIns } from './own-sessions.ts';

export const routes = [
  markSessionUse,
  readOwnSessions,
  endSessionsOfOwn,
  readOwnSignIns,
  exportSignInsAsFile,
  findSignIns,
  exportAuditAsFile,
  findAudit,
];

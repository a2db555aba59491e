import { exportAuditAsFile, findAudit } from './list-audit.ts';

export const routes = [exportAuditAsFile, findAudit];

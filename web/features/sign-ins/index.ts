export { AuditLog } from './AuditLog.tsx';
export { SignInLog } from './SignInLog.tsx';

export { SignInLog } from './SignInLog.tsx';

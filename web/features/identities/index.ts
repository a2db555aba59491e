export { UserIdentities } from './UserIdentities.tsx';

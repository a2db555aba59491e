export { settleDueRequests } from './settle-requests.ts';

export { RemoteAccessDialog } from './RemoteAccessDialog.tsx';
export { useViewAs } from './use-remote-actions.ts';

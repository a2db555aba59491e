const query = '(max-width: 767px), (display-mode: standalone)';

/** List parameters on a phone and in the installed app: only reports that are shown there (BEHAVIOUR 17, "show on app"). */
export const appOnly = (): { app?: '1' } => (typeof matchMedia === 'function' && matchMedia(query).matches ? { app: '1' } : {});

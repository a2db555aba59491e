import type { Severity } from '../../../domain/notices/fields.ts';
import type { NoticeTone } from '../../ui/Notice.tsx';

/** How the severity of a notice looks. */
export const tones = { info: 'info', warning: 'warn', error: 'err' } as const satisfies Record<Severity, NoticeTone>;

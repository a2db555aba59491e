import type { SubjectSearch } from '../ui/access/SubjectPicker.tsx';
import { call } from './api.ts';

/** Who can be given access: people and user groups by the beginning of a name or an e-mail. */
export const findSubjects: SubjectSearch = async (q, signal) => (await call('GET /api/auth/grant-subjects', { q }, { signal })).subjects;

import type { SubjectSearch } from '../../ui/access/SubjectPicker.tsx';
import { call } from './api.ts';

/** Finds users and user groups who can be given access, by the beginning of a name or e-mail. */
export const findSubjects: SubjectSearch = async (q, signal) => (await call('GET /api/auth/grant-subjects', { q }, { signal })).subjects;

import type { Profile } from '../../../domain/access/profile.ts';
import { fixedTargets } from '../../../domain/user-imports/columns.ts';
import { fileFaults } from '../../../domain/user-imports/limits.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import type { Translate } from '../../i18n.ts';
import type { Tone } from '../../ui/Badge.tsx';
import type { EndedImport, ShownRow, UserImport } from './queries.ts';

/** The name of a mapped field; a custom field's label. */
export function fieldName(t: Translate, field: string, custom: UserImport['custom']): string {
  const own = fixedTargets.find((target) => target === field);
  return own ? t(`userImport.field.${own}`) : (custom.find(({ key }) => key === field)?.label ?? field);
}

export const problemText = (t: Translate, problem: ShownRow['problems'][number], custom: UserImport['custom']): string =>
  t(`userImport.problem.${problem.code}`, {
    field: fieldName(t, problem.field, custom),
    pattern: custom.find(({ key }) => key === problem.field)?.pattern ?? '',
    ...problem.vars,
  });

export const profileName = (t: Translate, profile: Profile): string => t(`userImport.profile.${profile}`);

/** Why a file was refused: a specific message where there is one. */
export function refusalText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  if (error.status === 'body_too_large') return t('userImport.refused.size');
  const reason = fileFaults.find((fault) => fault === error.vars?.reason);
  return error.status === 'import_file_refused' && reason ? t(`userImport.refused.${reason}`, error.vars) : errorText(error);
}

/** The columns of the review: the mapped fields, names first; a separate last name follows the name. */
export const shownFields = (whole: Pick<UserImport, 'mapping'>): string[] => {
  const mapped = whole.mapping.filter((target): target is string => target !== null);
  return [
    ...fixedTargets.filter((target) => mapped.includes(target)),
    ...mapped.filter((target) => !fixedTargets.some((own) => own === target)),
  ];
};

export const stateTones: Record<EndedImport['state'], Tone> = {
  mapping: 'neutral',
  review: 'neutral',
  running: 'info',
  done: 'ok',
  cancelled: 'warn',
};
export const stateWord = (t: Translate, state: EndedImport['state']): string => t(`userImport.getState.${state}`);

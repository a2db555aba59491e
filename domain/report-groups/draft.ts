import { fold } from '../text/fold.ts';
import { type FieldMessage, fieldProblem } from '../validation/field.ts';
import { type GroupDraft, type GroupField, groupFields } from './fields.ts';

const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id));

/** Whether a field is equal in two drafts; the selected people only count while the audience is selected people. */
export function sameField(field: GroupField, a: GroupDraft, b: GroupDraft): boolean {
  if (field !== 'viewers') return a[field] === b[field];
  if (a.audience !== 'chosen' && b.audience !== 'chosen') return true;
  return sameSet(a.viewers, b.viewers);
}

/** The fields in which two drafts differ, in the order of the form. */
export const changedFields = (a: GroupDraft, b: GroupDraft): GroupField[] => groupFields.filter((field) => !sameField(field, a, b));

/**
 * What is wrong with a draft, by field. A name whose characters all fold to nothing would be indistinguishable from another one
 * (name_taken).
 */
export function draftProblems(draft: GroupDraft, kind: 'groups' | 'subgroups'): Partial<Record<GroupField, FieldMessage>> {
  const name = fieldProblem(draft.name) ?? (fold(draft.name) === '' ? 'ui.form.invalid' : null);
  return {
    ...(kind === 'subgroups' && !draft.groupId ? { groupId: 'ui.form.required' as const } : {}),
    ...(name ? { name } : {}),
    ...(draft.audience === 'chosen' && draft.viewers.length === 0 ? { viewers: 'ui.form.required' as const } : {}),
  };
}

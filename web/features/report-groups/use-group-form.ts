import { useState } from 'react';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { draftProblems, sameField } from '../../../domain/report-groups/draft.ts';
import { type GroupDraft, type GroupField, textNames } from '../../../domain/report-groups/fields.ts';
import { useTranslation } from '../../i18n.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import type { Kind } from './kind.ts';
import type { OneGroup } from './queries.ts';

export type Person = OneGroup['viewers'][number];

const getSaved = (group: OneGroup): GroupDraft => ({
  name: group.name,
  ...pick(group, textNames),
  audience: group.audience,
  viewers: group.viewers.map((person) => person.id),
  groupId: group.groupId,
});

const labels = {
  groupId: 'groups.form.group',
  name: 'groups.form.name',
  ...buildRecord(textNames, (name) => `groups.form.${name}` as const),
  audience: 'groups.form.audience',
  viewers: 'groups.form.people',
} as const satisfies Record<GroupField, string>;

/** The fields of a group, and the users they name. A new one starts as `start`. */
export function useGroupForm(kind: Kind, start: GroupDraft, record: OneGroup | null) {
  const { t } = useTranslation();
  const [people, setPeople] = useState<ReadonlyMap<string, Person>>(() => new Map(record?.viewers.map((person) => [person.id, person])));
  const know = (known: readonly Person[]) =>
    setPeople((before) => new Map([...before, ...known.map((person) => [person.id, person] as const)]));
  const form = useForm<GroupDraft, GroupField>({
    start: record ? getSaved(record) : start,
    version: record?.version ?? 0,
    problems: (draft) => problemTexts(draftProblems(draft, kind), (problem, field) => t(problem, { name: t(labels[field]) })),
    // Validate while typing, not on blur: an error line that appears on blur would move the control being pressed.
    tellsEdited: true,
    same: sameField,
  });
  return {
    ...form,
    people,
    know,
    rebase(group: OneGroup) {
      form.rebase(getSaved(group), group.version);
      know(group.viewers);
    },
  };
}

export type GroupForm = ReturnType<typeof useGroupForm>;

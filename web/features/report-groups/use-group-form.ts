import { useState } from 'react';
import { pick, recordOf } from '../../../domain/fields/fields.ts';
import { draftProblems, sameField } from '../../../domain/report-groups/draft.ts';
import { emptyDraft, type GroupDraft, type GroupField, textNames } from '../../../domain/report-groups/fields.ts';
import { useTranslation } from '../../i18n.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import type { Kind } from './kind.ts';
import type { OneGroup } from './queries.ts';

export type Person = OneGroup['viewers'][number];

const savedOf = (group: OneGroup): GroupDraft => ({
  name: group.name,
  ...pick(group, textNames),
  audience: group.audience,
  viewers: group.viewers.map((person) => person.id),
  groupId: group.groupId,
});

const labels = {
  groupId: 'groups.form.group',
  name: 'groups.form.name',
  ...recordOf(textNames, (name) => `groups.form.${name}` as const),
  audience: 'groups.form.audience',
  viewers: 'groups.form.people',
} as const satisfies Record<GroupField, string>;

/** The fields of a group, and the users they name. */
export function useGroupForm(kind: Kind, start: GroupDraft | null) {
  const { t } = useTranslation();
  const [people, setPeople] = useState<ReadonlyMap<string, Person>>(new Map());
  const know = (known: readonly Person[]) =>
    setPeople((before) => new Map([...before, ...known.map((person) => [person.id, person] as const)]));
  const form = useForm<GroupDraft, GroupField>({
    start: start ?? emptyDraft,
    problems: (draft) => problemTexts(draftProblems(draft, kind), (problem, field) => t(problem, { name: t(labels[field]) })),
    // Validate while typing, not on blur: an error line that appears on blur would move the control being pressed.
    tellsEdited: true,
    same: sameField,
  });
  return {
    ...form,
    people,
    know,
    load(group: OneGroup) {
      form.load(savedOf(group), group.version);
      know(group.viewers);
    },
    rebase(group: OneGroup) {
      form.rebase(savedOf(group), group.version);
      know(group.viewers);
    },
  };
}

export type GroupForm = ReturnType<typeof useGroupForm>;

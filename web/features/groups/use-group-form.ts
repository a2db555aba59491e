import { useState } from 'react';
import { pick, recordOf } from '../../../domain/fields/fields.ts';
import { changedFields, draftProblems, sameField } from '../../../domain/groups/draft.ts';
import { emptyDraft, type GroupDraft, type GroupField, textNames } from '../../../domain/groups/fields.ts';
import { useTranslation } from '../../i18n.ts';
import type { Kind } from './kind.ts';
import type { OneGroup } from './queries.ts';

export type Person = OneGroup['viewers'][number];

/** What the server has: the draft, its version, and the people by name. */
export type Saved = { draft: GroupDraft; version: number; people: readonly Person[] };

const savedOf = (group: OneGroup): Saved => ({
  draft: {
    name: group.name,
    ...pick(group, textNames),
    audience: group.audience,
    viewers: group.viewers.map((person) => person.id),
    groupId: group.groupId,
  },
  version: group.version,
  people: group.viewers,
});

const labels = {
  groupId: 'groups.form.group',
  name: 'groups.form.name',
  ...recordOf(textNames, (name) => `groups.form.${name}` as const),
  audience: 'groups.form.audience',
  viewers: 'groups.form.people',
} as const satisfies Record<GroupField, string>;

/**
 * The state of the form. What was typed lies over what the server has; when somebody else has changed that meanwhile, `rebase`
 * puts their version underneath, keeps what was typed, and `theirs` names the fields in which the two now differ.
 */
export function useGroupForm(kind: Kind, start: GroupDraft | null) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<Saved | null>(null);
  const [edits, setEdits] = useState<Partial<GroupDraft>>({});
  const [people, setPeople] = useState<ReadonlyMap<string, Person>>(new Map());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<GroupField, string>>>({});
  const [theirs, setTheirs] = useState<ReadonlySet<GroupField>>(new Set());

  const base = saved?.draft ?? start ?? emptyDraft;
  const draft: GroupDraft = { ...base, ...edits };
  const problems = draftProblems(draft, kind);

  const know = (known: readonly Person[]) =>
    setPeople((before) => new Map([...before, ...known.map((person) => [person.id, person] as const)]));

  return {
    draft,
    version: saved?.version ?? 0,
    people,
    know,
    dirty: changedFields(base, draft).length > 0,
    set<Field extends GroupField>(field: Field, value: GroupDraft[Field]) {
      setEdits((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    /** Told while typing and not on leaving: a line that appears under the pointer would move the control that is being pressed. */
    errorOf(field: GroupField): string | undefined {
      const own = tried || field in edits ? problems[field] : undefined;
      return own ? t(own, { name: t(labels[field]) }) : refused[field];
    },
    /** Shows what is wrong, everywhere; true when nothing is. */
    check(): boolean {
      setTried(true);
      return Object.keys(problems).length === 0;
    },
    refuse: (field: GroupField, text: string) => setRefused((before) => ({ ...before, [field]: text })),
    load(group: OneGroup) {
      setSaved(savedOf(group));
      know(group.viewers);
    },
    rebase(group: OneGroup) {
      const next = savedOf(group);
      setTheirs(new Set(changedFields(next.draft, draft).filter((field) => !sameField(field, base, next.draft))));
      // What was typed stays as it is, also where the person had not touched the field that the other one changed.
      setEdits(
        Object.fromEntries(
          changedFields(next.draft, draft)
            .filter((field) => field in edits)
            .map((field) => [field, draft[field]]),
        ),
      );
      setSaved(next);
      know(group.viewers);
    },
    /** What the other person saved, where it differs from what is typed here. */
    theirsOf: (field: GroupField): boolean => theirs.has(field) && !sameField(field, base, draft),
    takeTheirs(field: GroupField) {
      setEdits(({ [field]: _, ...others }) => others);
    },
    base,
  };
}

export type GroupForm = ReturnType<typeof useGroupForm>;

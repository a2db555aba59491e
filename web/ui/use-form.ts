import { useForm as useMantineForm } from '@mantine/form';
import { useState } from 'react';

type Options<Draft, Field extends string> = {
  /** The initial draft: the stored one, or what stands there until `load` provides it. */
  start: Draft;
  /** The version of the stored record that `start` is. */
  version?: number;
  /** The errors of a draft, as messages by field. */
  problems?: (draft: Draft, base: Draft) => Partial<Record<Field, string | undefined>>;
  /** Shows a field's error as soon as it was edited, not only after the first attempt to save. */
  tellsEdited?: boolean;
  /** Whether a field of two drafts is equal, where `===` does not suffice. */
  same?: (field: keyof Draft & string, one: Draft, other: Draft) => boolean;
};

/** The messages for problems found by a rule of `domain`, by field. */
export const problemTexts = <Field extends string, Problem>(
  problems: Partial<Record<Field, Problem>>,
  say: (problem: Problem, field: Field) => string,
): Partial<Record<Field, string>> => {
  const found = Object.entries(problems) as [Field, Problem | undefined][]; // because Object.entries widens the keys
  const said = found.flatMap(([field, problem]) => (problem === undefined ? [] : [[field, say(problem, field)]]));
  return Object.fromEntries(said) as Partial<Record<Field, string>>; // because fromEntries widens them too
};

// Because a draft has its fields as keys.
const getFields = <Draft extends object>(draft: Draft) => Object.keys(draft) as (keyof Draft & string)[];

/**
 * The fields of a form: the draft, on top of the stored values (`base`) of a version. `rebase` adopts a newer version and keeps
 * the draft. Errors are shown at their fields after the first attempt to save; a server's refusal, until the field is edited.
 * `Field` names everything that can have an error, if that differs from the draft's fields.
 */
export function useForm<Draft extends Record<string, unknown>, Field extends string = keyof Draft & string>(
  options: Options<Draft, Field>,
) {
  const { start, problems: check, tellsEdited = false, same } = options;
  const form = useMantineForm<Draft>({ initialValues: start });
  const [version, setVersion] = useState(options.version ?? 0);
  const [tried, setTried] = useState(false);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const draft = form.values;
  const base = form.getInitialValues();
  const problems: Partial<Record<string, string>> = check?.(draft, base) ?? {};
  const wrong = Object.keys(problems).filter((field) => problems[field]);
  const isChanged = (field: keyof Draft & string) => (same ? !same(field, base, draft) : form.isDirty(field));
  const changed = getFields(draft).filter(isChanged);
  const begin = (values: Draft) => {
    form.setInitialValues(values);
    form.setValues(values);
    form.resetTouched();
    setTried(false);
    setTheirs(new Set());
  };
  return {
    draft,
    base,
    version,
    changed,
    dirty: changed.length > 0,
    set<Name extends keyof Draft & string>(field: Name, value: Draft[Name]): void {
      form.setFieldValue(field, value as never); // because both belong to this field
    },
    /** Changes several fields at once; clears all refusals. */
    change: (changes: Partial<Draft>): void => form.setValues(changes),
    getError(field: Field): string | undefined {
      const own = tried || (tellsEdited && form.isTouched(field)) ? problems[field] : undefined;
      return own ?? (form.errors[field] as string | undefined); // because `refuse` sets strings only
    },
    tried,
    problems,
    /** The number of fields with an error. */
    errors: new Set([...(tried ? wrong : []), ...Object.keys(form.errors)]).size,
    /** Shows every field's error; true when there is none. */
    check(): boolean {
      setTried(true);
      return wrong.length === 0;
    },
    refuse: (field: Field, text: string): void => form.setFieldError(field, text),
    /** The server's refusals, by field. */
    refused: form.errors as Readonly<Record<string, string>>, // because `refuse` sets strings only
    forget: (field: Field): void => form.clearFieldError(field),
    /** Starts over with the stored values. */
    load(stored: Draft, storedVersion = 0): void {
      setVersion(storedVersion);
      begin(stored);
    },
    /** Adopts a newer version; `getTheirs` returns where it differs from the draft. */
    rebase(stored: Draft, storedVersion: number): void {
      const typed = Object.fromEntries(changed.map((field) => [field, draft[field]]));
      const moved = getFields(stored).filter((field) => (same ? !same(field, base, stored) : !isEqual(base[field], stored[field])));
      setVersion(storedVersion);
      setTheirs(new Set(moved.filter((field) => field in typed)));
      form.setInitialValues(stored);
      form.setValues({ ...stored, ...typed });
    },
    /** Ends a save of `sent`: later edits stay on top of the stored values. */
    settle(sent: Draft, stored: Draft, storedVersion: number): void {
      const now = form.getValues();
      const since = Object.fromEntries(getFields(now).flatMap((field) => (isEqual(now[field], sent[field]) ? [] : [[field, now[field]]])));
      setVersion(storedVersion);
      begin(stored);
      form.setValues({ ...stored, ...since });
    },
    /** A part of the record was saved outside the form: the draft continues on that version. */
    setVersion,
    getTheirs: (field: keyof Draft & string): boolean => theirs.has(field) && isChanged(field),
    /** Resets a field to its stored value. */
    takeTheirs: (field: keyof Draft & string): void => form.setFieldValue(field, base[field] as never), // because both belong to this field
    /** Discards the draft. */
    reset: (): void => begin(base),
  };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

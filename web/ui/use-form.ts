import { useForm as useMantineForm } from '@mantine/form';
import { useState } from 'react';

type Options<Draft, Field extends string> = {
  /** What the form begins with, until `load` brings what is stored. */
  start: Draft;
  /** What is wrong with a draft, in words, at the field it belongs to. */
  problems?: (draft: Draft, base: Draft) => Partial<Record<Field, string | undefined>>;
  /** Tells what is wrong with a field as soon as it was edited, and not only after the first try to save. */
  tellsEdited?: boolean;
  /** Whether a field of two drafts says the same, where that is not equality. */
  same?: (field: keyof Draft & string, one: Draft, other: Draft) => boolean;
};

/** The words for what a rule of `domain` finds wrong, by field. */
export const problemTexts = <Field extends string, Problem>(
  problems: Partial<Record<Field, Problem>>,
  say: (problem: Problem, field: Field) => string,
): Partial<Record<Field, string>> => {
  const found = Object.entries(problems) as [Field, Problem | undefined][]; // because Object.entries widens the keys
  const said = found.flatMap(([field, problem]) => (problem === undefined ? [] : [[field, say(problem, field)]]));
  return Object.fromEntries(said) as Partial<Record<Field, string>>; // because fromEntries widens them too
};

const fieldsOf = <Draft extends object>(draft: Draft) => Object.keys(draft) as (keyof Draft & string)[]; // because a draft has its fields as keys

/**
 * The fields of a form: what is typed, over what is stored (`base`) in a version. A newer version is put underneath by `rebase`, which keeps
 * what was typed. What is wrong is told at the field once saving was tried; what the server refuses, until the field is edited.
 * `Field` names where something may be wrong, if that is not always a field of the draft.
 */
export function useForm<Draft extends Record<string, unknown>, Field extends string = keyof Draft & string>(
  options: Options<Draft, Field>,
) {
  const { start, problems: check, tellsEdited = false, same } = options;
  const form = useMantineForm<Draft>({ initialValues: start });
  const [version, setVersion] = useState(0);
  const [tried, setTried] = useState(false);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const draft = form.values;
  const base = form.getInitialValues();
  const problems: Partial<Record<string, string>> = check?.(draft, base) ?? {};
  const wrong = Object.keys(problems).filter((field) => problems[field]);
  const isChanged = (field: keyof Draft & string) => (same ? !same(field, base, draft) : form.isDirty(field));
  const changed = fieldsOf(draft).filter(isChanged);
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
      form.setFieldValue(field, value as never); // because both are of this field
    },
    /** Several fields at once; every refusal is forgotten. */
    change: (changes: Partial<Draft>): void => form.setValues(changes),
    errorOf(field: Field): string | undefined {
      const own = tried || (tellsEdited && form.isTouched(field)) ? problems[field] : undefined;
      return own ?? (form.errors[field] as string | undefined); // because `refuse` sets texts only
    },
    tried,
    problems,
    /** How many fields are said to be wrong. */
    errors: new Set([...(tried ? wrong : []), ...Object.keys(form.errors)]).size,
    /** Says what is wrong, at every field; true when nothing is. */
    check(): boolean {
      setTried(true);
      return wrong.length === 0;
    },
    refuse: (field: Field, text: string): void => form.setFieldError(field, text),
    /** What the server refused, by field. */
    refused: form.errors as Readonly<Record<string, string>>, // because `refuse` sets texts only
    forget: (field: Field): void => form.clearFieldError(field),
    /** Begins anew with what is stored. */
    load(stored: Draft, storedVersion = 0): void {
      setVersion(storedVersion);
      begin(stored);
    },
    /** Puts a newer version underneath; where it differs from what is typed, `theirsOf` says so. */
    rebase(stored: Draft, storedVersion: number): void {
      const typed = Object.fromEntries(changed.map((field) => [field, draft[field]]));
      const moved = fieldsOf(stored).filter((field) => (same ? !same(field, base, stored) : !isEqual(base[field], stored[field])));
      setVersion(storedVersion);
      setTheirs(new Set(moved.filter((field) => field in typed)));
      form.setInitialValues(stored);
      form.setValues({ ...stored, ...typed });
    },
    /** Ends a save of `sent`: what was typed since goes on over what is stored now. */
    settle(sent: Draft, stored: Draft, storedVersion: number): void {
      const now = form.getValues();
      const since = Object.fromEntries(fieldsOf(now).flatMap((field) => (isEqual(now[field], sent[field]) ? [] : [[field, now[field]]])));
      setVersion(storedVersion);
      begin(stored);
      form.setValues({ ...stored, ...since });
    },
    /** Something else of it was saved, apart from the form: what is typed goes on over that version. */
    setVersion,
    theirsOf: (field: keyof Draft & string): boolean => theirs.has(field) && isChanged(field),
    /** Gives a field what is stored. */
    takeTheirs: (field: keyof Draft & string): void => form.setFieldValue(field, base[field] as never), // because both are of this field
    /** Drops what was typed. */
    reset: (): void => begin(base),
  };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

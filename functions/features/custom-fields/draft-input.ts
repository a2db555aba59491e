import { type FieldDraft, fieldFaults, namedOptions } from '../../../domain/custom-fields/definition.ts';
import type { Words } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import type { SessionContext } from '../../request/context.ts';

// Empty texts are left out.
const filled = (words: Words): Words => Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ''));

/** The field of a form as it is stored, with the option values that exist already; refused at the part that is wrong. */
export function checkedDraft(input: FieldDraft, ctx: SessionContext, known: readonly string[] = []): FieldDraft {
  const given: FieldDraft = {
    of: input.of,
    type: input.type,
    labels: filled(input.labels),
    helps: filled(input.helps),
    options: input.options.map(({ value, labels, retired }) => ({ value, labels: filled(labels), retired })),
    defaultValue: input.defaultValue,
    limits: input.limits,
    required: input.required,
    global: input.global,
    searchable: input.searchable,
    identity: input.identity,
    userVisible: input.userVisible,
    userEditable: input.userEditable,
  };
  const draft = namedOptions(given, known);
  const [fault] = Object.entries(fieldFaults(draft, ctx.tenant));
  if (!fault) return draft;
  const [field, reason] = fault;
  if (reason === 'required') throw new AppError('required', { name: field }, { field });
  throw invalidInput(field, reason);
}

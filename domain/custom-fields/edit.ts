import type { Refusal } from '../errors/refusal.ts';
import { changes } from '../fields/changes.ts';
import { pick } from '../fields/fields.ts';
import { type FieldDraft, keptOptions, mayBecome } from './definition.ts';
import { type FieldOption, hasOptions } from './field.ts';

/** What the audit log stores about a field: everything that an edit can change. */
const edited = [
  'type',
  'labels',
  'helps',
  'options',
  'defaultValue',
  'limits',
  'required',
  'searchable',
  'identity',
  'userVisible',
  'userEditable',
] as const satisfies readonly (keyof FieldDraft)[];
type Facts = Pick<FieldDraft, (typeof edited)[number]>;

export type FieldPlan = {
  /** The stored field. */
  field: Facts;
  /** The values that are options, when a text field becomes a list and only options may be in use. */
  only: string[] | null;
  /** Options removed in the form that are still in use. */
  retired: string[];
  change: { before: Partial<Facts>; after: Partial<Facts> };
};

const fixed = (field: 'of' | 'global'): Refusal => ({ refused: 'invalid_input', field, vars: { name: field, reason: 'fixed' } });

/**
 * Decides whether a field can become the draft. No stored value is ever lost: options in use are retired, and the type changes only where
 * all values in use (`used`) stay valid.
 */
export function decideFieldEdit(
  asked: { version: number; draft: FieldDraft },
  stored: (FieldDraft & { version: number }) | undefined,
  used: readonly string[],
): FieldPlan | Refusal {
  const { draft } = asked;
  if (!stored) return { refused: 'not_found' };
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  if (stored.of !== draft.of) return fixed('of');
  // A global field has values in the tenants below.
  if (stored.global !== draft.global) return fixed('global');
  if (!mayBecome(stored.type, draft.type, draft.options, used)) return { refused: 'custom_field_type', field: 'type' };
  const options = hasOptions(draft.type) ? keptOptions(stored.options, draft.options, used) : [];
  const field = { ...pick(draft, edited), options };
  return {
    field,
    only: stored.type === 'text' && draft.type === 'list' ? toValues(options) : null,
    retired: toValues(options.filter(({ retired, value }) => retired && !draft.options.some((each) => each.value === value))),
    change: changes(pick(stored, edited), field),
  };
}

const toValues = (options: readonly FieldOption[]) => options.map(({ value }) => value);

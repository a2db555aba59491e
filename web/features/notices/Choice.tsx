import { Segmented } from '../../ui/Segmented.tsx';

type Props<Value extends string> = {
  label: string;
  values: readonly Value[];
  getName: (value: Value) => string;
  value: Value;
  onChange: (value: Value) => void;
};

/** A few mutually exclusive choices under a visible label. */
export function Choice<Value extends string>({ label, values, getName, value, onChange }: Props<Value>) {
  return (
    <div className="notice-choice">
      <p aria-hidden="true">{label}</p>
      <Segmented label={label} segments={values.map((each) => ({ value: each, label: getName(each) }))} value={value} onChange={onChange} />
    </div>
  );
}

/** The first focusable element: skips the menu. The target needs `id` and `tabIndex={-1}`. */
export function SkipLink({ target = 'main', children }: { target?: string; children: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {children}
    </a>
  );
}

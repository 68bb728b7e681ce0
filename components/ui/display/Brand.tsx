/** The name and the logo. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 20 20" className="size-5">
        <rect width="20" height="20" rx="5" className="fill-accent" />
        <path
          d="M5.5 7h4M5.5 10h9M5.5 13h6"
          strokeWidth="1.75"
          strokeLinecap="round"
          className="stroke-accent-on"
        />
      </svg>
      Codedesk
    </span>
  );
}

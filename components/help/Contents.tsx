export type ContentsItem = { href: string; label: string };

export type ContentsProps = { items: readonly (ContentsItem & { items: readonly ContentsItem[] })[] };

/** The table of contents: beside the page if there is room, otherwise folded above it. */
export function Contents({ items }: ContentsProps) {
  return (
    <>
      <details className="mb-6 rounded-md border border-line px-3 py-2 xl:hidden">
        <summary className="cursor-pointer font-medium">Contents</summary>
        <ContentsList label="Contents" items={items} />
      </details>
      <div className="max-xl:hidden">
        <div className="sticky top-bars max-h-[calc(100dvh-6rem)] overflow-y-auto pe-2 pb-6">
          <ContentsList label="Contents" items={items} />
        </div>
      </div>
    </>
  );
}

function ContentsList({ label, items }: ContentsProps & { label: string }) {
  return (
    <nav aria-label={label} className="text-[0.8125rem]">
      <ul>
        {items.map((section) => (
          <li key={section.href} className="mt-2">
            {/* Plain anchors, because the browser scrolls within a page by itself. */}
            <a href={section.href} className="block py-1 font-medium hover:underline">
              {section.label}
            </a>
            <ul className="border-s border-line ps-3">
              {section.items.map(({ href, label: name }) => (
                <li key={href}>
                  <a href={href} className="block truncate py-1 text-ink-soft hover:text-ink hover:underline">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

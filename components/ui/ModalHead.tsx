import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./IconButton.tsx";

export type ModalHeadProps = {
  id: string;
  title: ReactNode;
  description?: ReactNode;
  onClose: () => void;
  locked: boolean;
};

/** Title and way out of a dialog or sheet. */
export function ModalHead({ id, title, description, onClose, locked }: ModalHeadProps) {
  return (
    <header className="flex shrink-0 items-start gap-3 px-5 pt-4 pb-3">
      <div className="min-w-0 grow">
        <h2 id={`${id}-title`} className="text-base font-semibold wrap-anywhere">
          {title}
        </h2>
        {description ? (
          <div id={`${id}-description`} className="mt-1 text-ink-soft wrap-anywhere">
            {description}
          </div>
        ) : null}
      </div>
      <IconButton size="small" label="Close" onClick={onClose} disabled={locked} className="-me-1.5">
        <X aria-hidden className="size-4" />
      </IconButton>
    </header>
  );
}

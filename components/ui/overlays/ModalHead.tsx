import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/actions/IconButton.tsx";

/** Title of a dialog or sheet, with room for its way out. */
export function ModalHead({
  id,
  title,
  description,
}: {
  id: string;
  title: ReactNode;
  description?: ReactNode;
}) {
  return (
    <div className="shrink-0 ps-5 pe-14 pt-4 pb-3">
      <h2 id={`${id}-title`} className="text-base font-semibold wrap-anywhere">
        {title}
      </h2>
      {description ? (
        <div id={`${id}-description`} className="mt-1 text-ink-soft wrap-anywhere">
          {description}
        </div>
      ) : null}
    </div>
  );
}

/** Comes last, so that the focus begins with what the dialog is about. */
export function ModalClose({ onClose, locked }: { onClose: () => void; locked: boolean }) {
  return (
    <div className="absolute end-3.5 top-3.5">
      <IconButton size="small" label="Close" onClick={onClose} disabled={locked}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

/** Buttons at the foot, the main one last. */
export function ModalFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{children}</div>
  );
}

import { Avatar } from "#components/ui/display/Avatar.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";
import { ProgressBar } from "#components/ui/display/ProgressBar.tsx";
import { RawText } from "#components/ui/display/RawText.tsx";
import { Spinner } from "#components/ui/display/Spinner.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#components/ui/display/Table.tsx";
import { TONES } from "#components/ui/display/tones.ts";
import { Section, Specimens, WideSpecimens } from "./Section.tsx";

const PEOPLE = ["Ada Adler", "Ben Berg", "Cleo", "Dora Dahl", "Emil Egli"];

export function DisplayStates() {
  return (
    <Section title="Display">
      <Specimens of="Badge">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimens>
      <Specimens of="Avatar, Spinner">
        {PEOPLE.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Spinner />
      </Specimens>
      <WideSpecimens of="ProgressBar, DescriptionList, RawText">
        <ProgressBar label="Nothing done" value={0} max={10} />
        <ProgressBar label="Some done" value={4} max={10} />
        <DescriptionList>
          <Description term="Order reference">PO-2026-0001</Description>
          <Description term="Placed by">Ada Adler</Description>
        </DescriptionList>
        <RawText label="An answer">{'{ "orderId": 17 }'}</RawText>
      </WideSpecimens>
      <Table label="Orders">
        <TableHead>
          <HeadCell sort="descending" onSort={undefined}>
            Order
          </HeadCell>
          <HeadCell>Product</HeadCell>
          <HeadCell numeric>Total</HeadCell>
        </TableHead>
        <tbody>
          <Row interactive>
            <Cell>PO-2026-0001</Cell>
            <Cell>Gift card</Cell>
            <Cell numeric>€10.00</Cell>
          </Row>
          <Row>
            <Cell>PO-2026-0002</Cell>
            <Cell>Voucher</Cell>
            <Cell numeric>€1,250.00</Cell>
          </Row>
        </tbody>
      </Table>
    </Section>
  );
}
